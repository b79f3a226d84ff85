/// A change that was written beside its model and returns what it changed:
/// `// @query(takeOldest() -> Item: "DELETE FROM item WHERE … RETURNING *")`.
///
/// Fetching makes the change: all of it, before the first row is handed out, however many are taken. In which order the rows
/// come is not said. Source: SQLite, "RETURNING", sections 2 and 3.
public struct NamedChangedRows<M: Queryable>: Sendable {
  @usableFromInline let core: NamedStatement

  /// The change of a statement that returns the columns of `M` in their order, and the values of its parameters. Generated
  /// code calls it.
  public init(_ statement: FixedStatement, _ bindings: [Binding] = []) { core = NamedStatement(statement, bindings) }

  /// Makes the change, and gives every row that it returns.
  /// - Throws: ``ConstraintViolation`` when a constraint refuses a row (then none is changed), ``ColumnDecodingError`` for a
  ///   value that is not of its property's type, ``DatabaseError`` for anything else.
  @inlinable @discardableResult
  public func fetchAll(in db: some WriteTransaction, fileID: StaticString = #fileID, line: UInt = #line) throws -> [M] {
    var rows: [M] = []
    try core.forEachRow(in: db, fileID, line) { row in rows.append(try M(row: &row)) }
    return rows
  }

  /// Makes the change, and gives one of the rows that it returns, `nil` where there is none.
  /// - Throws: as ``fetchAll(in:)`` does.
  @inlinable @discardableResult
  public func fetchOne(in db: some WriteTransaction, fileID: StaticString = #fileID, line: UInt = #line) throws -> M? {
    try core.fetchFirst(in: db, fileID, line) { row in try M(row: &row) }
  }

  /// Makes the change, and hands every row that it returns to `body`, one at a time.
  /// - Throws: as ``fetchAll(in:)`` does, and what `body` throws; the change is made all the same, unless the `write` is left.
  @inlinable
  public func forEach(
    in db: some WriteTransaction, fileID: StaticString = #fileID, line: UInt = #line, _ body: (M) throws -> Void
  ) throws {
    try core.forEachRow(in: db, fileID, line) { row in try body(M(row: &row)) }
  }
}

extension NamedChangedRows: SQLStatement {
  /// The statement and the values of its parameters; it was written for SQLite.
  public func rendered(for dialect: Dialect = .sqlite) -> RenderedStatement { core.rendered }

  /// The statement, its values as `?1`, `?2` …
  public var sql: String { core.statement.description }

  /// The statement, its values as `?1`, `?2` …
  public var description: String { sql }
}
