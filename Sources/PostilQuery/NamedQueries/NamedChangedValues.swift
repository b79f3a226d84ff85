/// A change that was written beside its model and returns values of what it changed:
/// `// @query(finishAll() -> (id: Item.ID, title: String): "UPDATE … RETURNING id, title")`.
///
/// `Row` is what a row gives: the tuple of the values, or the only one itself. Fetching makes the change, as it does for
/// ``NamedChangedRows``.
public struct NamedChangedValues<Row, each Value: ColumnValue>: Sendable {
  @usableFromInline let core: NamedStatement

  /// The change of a statement that returns as many columns as there are values, and the values of its parameters.
  ///
  /// Generated code calls it, with a `Row` that is the tuple of the values with labels or without.
  public init(_ statement: FixedStatement, _ bindings: [Binding] = []) { core = NamedStatement(statement, bindings) }
}

// `Row` is a parameter of its own for the reason given at ``Selection``.
extension NamedChangedValues {
  /// Makes the change, and gives the values of every row that it returns.
  /// - Throws: ``ConstraintViolation`` when a constraint refuses a row (then none is changed), ``ColumnDecodingError`` for a
  ///   value that is not of its type, ``DatabaseError`` for anything else.
  @inlinable @discardableResult
  public func fetchAll(in db: some WriteTransaction, fileID: StaticString = #fileID, line: UInt = #line) throws -> [Row]
  {
    var rows: [Row] = []
    try core.forEachRow(in: db, fileID, line) { row in
      let values = (repeat try row.read(as: (each Value).self))
      rows.append(unsafeBitCast(values, to: Row.self))
    }
    return rows
  }

  /// Makes the change, and gives the values of one of the rows that it returns, `nil` where there is none.
  /// - Throws: as ``fetchAll(in:)`` does.
  @inlinable @discardableResult
  public func fetchOne(in db: some WriteTransaction, fileID: StaticString = #fileID, line: UInt = #line) throws -> Row?
  {
    try core.fetchFirst(in: db, fileID, line) { row in
      let values = (repeat try row.read(as: (each Value).self))
      return unsafeBitCast(values, to: Row.self)
    }
  }

  /// Makes the change, and hands the values of every row that it returns to `body`, one row at a time.
  /// - Throws: as ``fetchAll(in:)`` does, and what `body` throws; the change is made all the same, unless the `write` is left.
  @inlinable
  public func forEach(
    in db: some WriteTransaction, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (repeat (each Value).Plain) throws -> Void
  ) throws {
    try core.forEachRow(in: db, fileID, line) { row in try body(repeat try row.read(as: (each Value).self)) }
  }
}

extension NamedChangedValues: SQLStatement {
  /// The statement and the values of its parameters; it was written for SQLite.
  public func rendered(for dialect: Dialect = .sqlite) -> RenderedStatement { core.rendered }

  /// The statement, its values as `?1`, `?2` …
  public var sql: String { core.statement.description }

  /// The statement, its values as `?1`, `?2` …
  public var description: String { sql }
}
