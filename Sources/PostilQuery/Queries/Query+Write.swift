extension Query where M: Model {
  /// Sets columns of every row of the query, in one statement, and returns how many rows there were.
  ///
  /// `try late.update(in: db) { [$0.priority.set(.high)] }` is `UPDATE "item" AS t0 SET "priority" = ?1 WHERE …`.
  /// With no assignment nothing is run.
  /// - Throws: ``QueryError`` when the query cannot be written, ``ConstraintViolation`` when a constraint refuses a row (then
  ///   none is changed), ``DatabaseError`` for anything else.
  @inlinable @discardableResult
  public func update<DB: WriteTransaction>(
    in db: DB, _ assignments: (M.Columns) -> [Assignment<M>]
  ) throws -> Int {
    let source = Source(M.table)
    let list = assignments(M.Columns(source))
    guard !list.isEmpty else { return 0 }
    return try db.execute(core.update(list, of: source, for: DB.dialect))
  }

  /// Deletes every row of the query, in one statement, and returns how many there were (those of cascades not counted).
  ///
  /// `try late.delete(in: db)` is `DELETE FROM "item" AS t0 WHERE …`.
  /// - Throws: ``QueryError`` when the query cannot be written, ``ConstraintViolation`` when a row is still referenced (then
  ///   none is deleted), ``DatabaseError`` for anything else.
  @inlinable @discardableResult
  public func delete<DB: WriteTransaction>(in db: DB) throws -> Int {
    try db.execute(core.delete(for: DB.dialect))
  }
}
