/// A row of a statement whose columns the program doesn't know.
public struct RawRow: Hashable, Sendable {
  /// The names of the columns, in order. Two of them can be equal.
  public let columns: [String]
  /// The value of each column; `nil` is `NULL`.
  public let values: [SQLValue?]

  init(_ columns: [String], from row: inout some RowReader) throws {
    self.columns = columns
    values = try columns.map { _ in try row.read(SQLValue?.self) }
  }

  /// The value of the first column with this name; `nil` if it is `NULL`, or if there is no such column.
  public subscript(column: String) -> SQLValue? { columns.firstIndex(of: column).flatMap { values[$0] } }
}

/// Raw SQL whose columns are known only when it runs, created by ``RawSQL/rows``.
public struct RawRows: FetchableQuery, SQLStatement {
  /// The type of a row.
  public typealias Row = RawRow

  /// The statement.
  public let raw: RawSQL

  /// The statement, in SQL for `dialect`.
  /// - Throws: ``QueryError`` if the SQL is invalid.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> _RenderedStatement {
    try raw.rendered(for: dialect)
  }

  /// The statement that counts the rows, or tests whether there are any.
  public func _summary(_ summary: _RowSummary, for dialect: Dialect) throws(QueryError) -> _RenderedStatement {
    try raw.summary(summary, for: dialect)
  }

  /// Passes each row to `body`.
  public func _forEachRow<DB: ReadTransaction>(
    limit: Int?, in db: DB, for callSite: CallSite, _ body: (consuming RawRow) throws -> Void
  ) throws {
    var columns: [String] = []
    try db.forEachRow(rendered(for: db.dialect).from(callSite)) { row in
      if columns.isEmpty { columns = row._columnNames }
      return try RawRow(columns, from: &row)
    } _: { row in
      try body(row)
    }
  }

  /// Fetches all rows.
  public func _fetchAll<DB: ReadTransaction>(in db: DB, for callSite: CallSite) throws -> [RawRow] {
    var rows: [RawRow] = []
    try _forEachRow(limit: nil, in: db, for: callSite) { rows.append($0) }
    return rows
  }

  /// Fetches the first row.
  public func _fetchFirst<DB: ReadTransaction>(in db: DB, for callSite: CallSite) throws -> RawRow? {
    try db.fetchFirst(rendered(for: db.dialect).from(callSite)) { row in
      try RawRow(row._columnNames, from: &row)
    }
  }
}

extension RawSQL {
  /// The statement as a query of rows with any columns, for tools and exports: `RawSQL("SELECT * FROM book").rows.fetchAll(in: db)`.
  public var rows: RawRows { RawRows(raw: self) }
}
