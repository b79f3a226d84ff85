/// A query that was written beside its model, `// @query(overdue(before day: Date): "WHERE due_at < :day")`, with the values of
/// its parameters: a value; nothing runs before fetch.
///
/// ```swift
/// let late = try Item.overdue(before: now, limit: 20).fetchAll(in: db)
/// ```
///
/// `M` is what a row gives. The SQL was prepared by SQLite when the program was built, and is the same for all values: they
/// travel as bindings, and each run takes the prepared statement of the one before.
public struct NamedQuery<M: Queryable>: Sendable {
  @usableFromInline let core: NamedStatement

  /// The query of a statement, whose result has the columns of `M` in their order, and the values of its parameters.
  ///
  /// Generated code calls it, behind a check of SQLite's that the statement is such a one.
  public init(_ statement: FixedStatement, _ bindings: [Binding] = []) { core = NamedStatement(statement, bindings) }

  /// Every row.
  /// - Throws: ``ColumnDecodingError`` for a value that is not of its property's type, ``DatabaseError`` for anything else.
  @inlinable
  public func fetchAll(in db: some ReadTransaction, fileID: StaticString = #fileID, line: UInt = #line) throws -> [M] {
    var rows: [M] = []
    try core.forEachRow(in: db, fileID, line) { row in rows.append(try M(row: &row)) }
    return rows
  }

  /// The first row, `nil` where there is none; the others are not read.
  /// - Throws: as ``fetchAll(in:)`` does.
  @inlinable
  public func fetchOne(in db: some ReadTransaction, fileID: StaticString = #fileID, line: UInt = #line) throws -> M? {
    try core.fetchFirst(in: db, fileID, line) { row in try M(row: &row) }
  }

  /// The only row.
  /// - Throws: ``RowCountMismatch`` when there is no row or more than one, else as ``fetchAll(in:)`` does.
  @inlinable
  public func fetchOnly(in db: some ReadTransaction, fileID: StaticString = #fileID, line: UInt = #line) throws -> M {
    var only = OnlyRow<M>()
    try core.forEachRow(in: db, fileID, line) { row in try only.take(M(row: &row)) }
    return try only.row()
  }

  /// Hands every row to `body`, one at a time; the memory that it takes does not grow with their number.
  /// - Throws: as ``fetchAll(in:)`` does, and what `body` throws, which ends the query.
  @inlinable
  public func forEach(
    in db: some ReadTransaction, fileID: StaticString = #fileID, line: UInt = #line, _ body: (M) throws -> Void
  ) throws {
    try core.forEachRow(in: db, fileID, line) { row in try body(M(row: &row)) }
  }
}

extension NamedQuery: SQLStatement {
  /// The statement and the values of its parameters; it was written for SQLite.
  public func rendered(for dialect: Dialect = .sqlite) -> RenderedStatement { core.rendered }

  /// The statement, its values as `?1`, `?2` …
  public var sql: String { core.statement.description }

  /// The statement, its values as `?1`, `?2` …
  public var description: String { sql }
}
