extension Query where M: Model {
  /// Sets columns of every row of the query, in one statement, and returns how many rows there were.
  ///
  /// `try late.update(in: db) { [$0.priority.set(.high)] }` is `UPDATE "item" AS t0 SET "priority" = ?1 WHERE …`.
  /// With no assignment nothing is run.
  /// - Throws: ``QueryError`` when the query cannot be written, ``ConstraintViolation`` when a constraint refuses a row (then
  ///   none is changed), ``DatabaseError`` for anything else.
  @inlinable @discardableResult
  public func update<DB: WriteTransaction>(
    in db: DB, fileID: StaticString = #fileID, line: UInt = #line, _ assignments: (M.Columns) -> [Assignment<M>]
  ) throws -> Int {
    try updating(assignments).run(in: db, fileID: fileID, line: line)
  }

  /// The same as a value, which can return what it changes:
  /// `try late.updating { [$0.done.set(true)] }.returning { ($0.id, $0.title) }.fetchAll(in: db)`.
  @inlinable
  public func updating(_ assignments: (M.Columns) -> [Assignment<M>]) -> Change<M> {
    let source = Source(M.table)
    return Change(core: .update(core, assignments(M.Columns(source)), of: source))
  }

  /// Deletes every row of the query, in one statement, and returns how many there were (those of cascades not counted).
  ///
  /// `try late.delete(in: db)` is `DELETE FROM "item" AS t0 WHERE …`.
  /// - Throws: ``QueryError`` when the query cannot be written, ``ConstraintViolation`` when a row is still referenced (then
  ///   none is deleted), ``DatabaseError`` for anything else.
  @inlinable @discardableResult
  public func delete<DB: WriteTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> Int
  { try deleting().run(in: db, fileID: fileID, line: line) }

  /// The same as a value, which can return what it deletes: `try late.deleting().returning().fetchAll(in: db)`.
  @inlinable
  public func deleting() -> Change<M> { Change(core: .delete(core)) }
}
