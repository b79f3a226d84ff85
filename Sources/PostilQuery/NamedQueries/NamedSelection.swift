/// A query that was written beside its model and whose rows are values: `// @query(counts() -> (genre: String, count: Int): "SELECT …")`.
///
/// `Row` is what a row gives: the tuple of the values, or the only one itself. All else is as it is for ``NamedQuery``.
public struct NamedSelection<Row, each Value: ColumnValue>: Sendable {
  @usableFromInline let core: NamedStatement

  /// The query of a statement, whose result has as many columns as there are values, and the values of its parameters.
  ///
  /// Generated code calls it, with a `Row` that is the tuple of the values with labels or without.
  public init(_ statement: FixedStatement, _ bindings: [Binding] = []) { core = NamedStatement(statement, bindings) }
}

// `Row` is a parameter of its own for the reason given at ``Selection``.
extension NamedSelection {
  /// The values of every row.
  /// - Throws: ``ColumnDecodingError`` for a value that is not of its type, ``DatabaseError`` for anything else.
  @inlinable
  public func fetchAll(in db: some ReadTransaction, fileID: StaticString = #fileID, line: UInt = #line) throws -> [Row]
  {
    var rows: [Row] = []
    try core.forEachRow(in: db, fileID, line) { row in
      let values = (repeat try row.read(as: (each Value).self))
      rows.append(unsafeBitCast(values, to: Row.self))
    }
    return rows
  }

  /// The values of the first row, `nil` where there is none; the others are not read.
  /// - Throws: as ``fetchAll(in:)`` does.
  @inlinable
  public func fetchOne(in db: some ReadTransaction, fileID: StaticString = #fileID, line: UInt = #line) throws -> Row? {
    try core.fetchFirst(in: db, fileID, line) { row in
      let values = (repeat try row.read(as: (each Value).self))
      return unsafeBitCast(values, to: Row.self)
    }
  }

  /// The values of the only row.
  /// - Throws: ``RowCountMismatch`` when there is no row or more than one, else as ``fetchAll(in:)`` does.
  @inlinable
  public func fetchOnly(in db: some ReadTransaction, fileID: StaticString = #fileID, line: UInt = #line) throws -> Row {
    var only = OnlyRow<Row>()
    try core.forEachRow(in: db, fileID, line) { row in
      let values = (repeat try row.read(as: (each Value).self))
      try only.take(unsafeBitCast(values, to: Row.self))
    }
    return try only.row()
  }

  /// Hands the values of every row to `body`, one row at a time: `.forEach(in: db) { genre, count in … }`.
  /// - Throws: as ``fetchAll(in:)`` does, and what `body` throws, which ends the query.
  @inlinable
  public func forEach(
    in db: some ReadTransaction, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (repeat (each Value).Plain) throws -> Void
  ) throws {
    try core.forEachRow(in: db, fileID, line) { row in try body(repeat try row.read(as: (each Value).self)) }
  }
}

extension NamedSelection: SQLStatement {
  /// The statement and the values of its parameters; it was written for SQLite.
  public func rendered(for dialect: Dialect = .sqlite) -> RenderedStatement { core.rendered }

  /// The statement, its values as `?1`, `?2` …
  public var sql: String { core.statement.description }

  /// The statement, its values as `?1`, `?2` …
  public var description: String { sql }
}
