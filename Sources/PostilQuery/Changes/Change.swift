/// A change of the rows of a query. It is a value; nothing changes until it is run.
///
/// ```swift
/// let change = late.updating { [$0.done.set(true)] }
/// let count = try change.run(in: db)
/// let titles = try change.returning { $0.title }.fetchAll(in: db)
/// ```
///
/// A change is one statement, which changes either all of the rows or none. ``description`` is its SQL.
public struct Change<M: Model>: Sendable {
  @usableFromInline let core: ChangeCore

  @usableFromInline
  init(core: ChangeCore) { self.core = core }

  /// Runs the change, and returns the number of changed rows. Other rows that are changed by cascades and triggers aren't
  /// counted. If deleting a row can delete other rows of the same table, the rows are counted first, by a statement of
  /// their own: a row that was deleted together with another one counts like any row of the query.
  /// - Throws: ``QueryError`` if it can't be written as SQL, ``ConstraintViolation`` if a row violates a constraint (no
  ///   row is changed then), ``DatabaseError`` for any other error.
  @inlinable @discardableResult
  public func run<DB: WriteTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> Int {
    try core.changing(in: db) { try runStatement(in: db, from: CallSite(fileID: fileID, line: line)) }
  }

  @inlinable
  func runStatement<DB: WriteTransaction>(in db: DB, from callSite: CallSite) throws -> Int {
    let statement = try core.statement(for: db.dialect)
    guard let counting = try core.counting(for: db.dialect) else { return try db.execute(statement.from(callSite)) }
    let count = try db.fetchFirst(counting.from(callSite)) { try Int(clamping: $0.readInt64()) } ?? 0
    if !core.isNothing { try db.execute(statement.from(callSite)) }
    return count
  }

  /// The same change, returning every changed row as it is after the change. A deleted row is returned as it was.
  ///
  /// `RETURNING "id", "title"`
  @inlinable
  public func returning() -> ChangedRows<M> { ChangedRows(core: core, results: .row) }

  /// The same change, returning values for every changed row: one expression, a row, a tuple of these, or a projection.
  ///
  /// `late.updating { … }.returning { ($0.id, $0.title) }` ends in `RETURNING "item"."id", "item"."title"`, and its
  /// rows are `(Item.ID, String)`. A to-one path and a count are subqueries, computed after the row has changed and its
  /// delete rules have been applied. Other rows of the changed table can't be read:
  /// ``QueryError/returningReadsChangedTable(table:)``.
  @inlinable
  public func returning<Result>(@SelectionBuilder _ values: (M.Columns) -> some _ReturnedResults<Result>) -> Result {
    let source = _Source(M.table)
    return values(M.Columns(source))._returning(from: self, of: source)
  }
}

extension Change: SQLStatement {
  /// The statement that makes the change, in SQL for `dialect`.
  /// - Throws: ``QueryError`` if it can't be written as SQL.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> _RenderedStatement {
    try core.statement(for: dialect)
  }

  /// The SQL of the statement, with its values as `?1`, `?2` and so on, or the reason why there is none.
  public var description: String { core.description { try rendered() } }
}

extension ChangeCore {
  /// The text of a statement of this change, for display.
  func description(_ statement: () throws -> _RenderedStatement) -> String {
    do { return try statement().sql } catch { return "(no statement: \(error))" }
  }
}

extension Query where M: Model {
  /// Sets columns of every row of the query in one statement, and returns the number of rows.
  ///
  /// `try late.update(in: db) { [$0.priority.set(.high)] }` is `UPDATE "item" AS t0 SET "priority" = ?1 WHERE …`.
  /// Without an assignment, the rows are counted.
  /// - Throws: ``QueryError`` if the query can't be written as SQL, ``ConstraintViolation`` if a row violates a
  ///   constraint (no row is changed then), ``DatabaseError`` for any other error.
  @inlinable @discardableResult
  public func update<DB: WriteTransaction>(
    in db: DB, fileID: StaticString = #fileID, line: UInt = #line,
    @AssignmentBuilder<M> _ assignments: (M.Columns) -> [Assignment<M>]
  ) throws -> Int {
    try updating(assignments).run(in: db, fileID: fileID, line: line)
  }

  /// The update as a value that can return the changed rows: `try late.updating { [$0.done.set(true)] }.returning {
  /// ($0.id, $0.title) }.fetchAll(in: db)`.
  @inlinable
  public func updating(@AssignmentBuilder<M> _ assignments: (M.Columns) -> [Assignment<M>]) -> Change<M> {
    let source = _Source(M.table)
    return Change(core: .update(core, assignments(M.Columns(source)), of: source))
  }

  /// Deletes every row of the query in one statement, and returns the number of rows. Rows deleted by cascades aren't counted.
  ///
  /// `try late.delete(in: db)` is `DELETE FROM "item" AS t0 WHERE …`.
  /// - Throws: ``QueryError`` if the query can't be written as SQL, ``ConstraintViolation`` if a row is still
  ///   referenced (no row is deleted then), ``DatabaseError`` for any other error.
  @inlinable @discardableResult
  public func delete<DB: WriteTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> Int
  { try deleting().run(in: db, fileID: fileID, line: line) }

  /// The delete as a value that can return the deleted rows: `try late.deleting().returning().fetchAll(in: db)`.
  @inlinable
  public func deleting() -> Change<M> { Change(core: .delete(core)) }
}
