/// Raw SQL that returns rows of a model, a view or a projection: `RawSQL("SELECT \(Book.allColumns) FROM
/// …").as(Book.self)`.
public struct RawQuery<M: Queryable>: Sendable {
  /// The statement.
  public let raw: RawSQL

  init(_ raw: RawSQL) { self.raw = raw }
}

/// Raw SQL that returns values: `RawSQL("SELECT genre, count(*) FROM …").as(Book.Genre.self, Int.self)`.
///
/// `Row` is the tuple of the values, or the value itself if there is only one.
public struct RawSelection<Row, each Value: ColumnValue>: Sendable {
  /// The statement.
  public let raw: RawSQL

  @usableFromInline
  init(_ raw: RawSQL) { self.raw = raw }
}

extension RawSQL {
  /// The statement as a query of rows of this model.
  ///
  /// Its result must have the columns of the model, in order: `SELECT \(Book.allColumns)`, or expressions with `AS` and
  /// the column's name.
  public func `as`<M: Queryable>(_ model: M.Type) -> RawQuery<M> { RawQuery(self) }

  // Not a pack of one type, because Swift doesn't accept a tuple of one value where it infers the type of that value.
  /// The statement as a query of one value for each row: `RawSQL("SELECT count(*) FROM \(Book.self)").as(Int.self)`.
  @inlinable
  public func `as`<Value: ColumnValue>(_ type: Value.Type) -> RawSelection<Value.Plain, Value> { RawSelection(self) }

  /// The statement as a query of values of these types, in the order of the columns. Use an optional type if a value
  /// can be `NULL`.
  ///
  /// `RawSQL("SELECT title, isbn …").as(String.self, String?.self)`.
  @inlinable
  public func `as`<each Value: ColumnValue>(
    _ types: repeat (each Value).Type
  ) -> RawSelection<(repeat (each Value).Plain), repeat each Value> {
    RawSelection(self)
  }

  /// Runs a statement that writes, and returns the number of changed rows. Rows changed by cascades and triggers aren't counted.
  /// - Throws: ``QueryError`` if the SQL is invalid, ``ConstraintViolation`` if a row violates a constraint,
  ///   ``TransactionMisuse`` if there is more than one statement, ``DatabaseError`` for any other error.
  @inlinable @discardableResult
  public func execute<DB: WriteTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> Int
  {
    try db.execute(rendered(for: db.dialect).from(CallSite(fileID: fileID, line: line)))
  }
}

extension RawSQL {
  /// `SELECT count(*) FROM (…) AS t` or `SELECT EXISTS (…)`
  func summary(_ summary: _RowSummary, for dialect: Dialect) throws(QueryError) -> _RenderedStatement {
    // PostgreSQL needs the alias.
    let (start, end): (StaticString, StaticString) =
      summary == .count ? ("SELECT count(*) FROM (", ") AS t") : ("SELECT EXISTS (", ")")
    return try RawSQL(pieces: [.text(start), .fragment(self), .text(end)]).rendered(for: dialect, reading: .count(1))
  }
}

extension RawQuery: FetchableQuery, _RenderedRows {
  /// The type of a row.
  public typealias Row = M

  /// The statement, in SQL for `dialect`.
  /// - Throws: ``QueryError`` if the SQL is invalid.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> _RenderedStatement {
    try raw.rendered(for: dialect, reading: .names(M.table.columns.map(\.name)))
  }

  /// The statement that fetches the rows; `nil` if there is nothing to run.
  public func _statement(limit: Int?, for dialect: Dialect) throws(QueryError) -> _RenderedStatement? {
    try rendered(for: dialect)
  }

  /// The statement that counts the rows, or tests whether there are any.
  public func _summary(_ summary: _RowSummary, for dialect: Dialect) throws(QueryError) -> _RenderedStatement {
    try raw.summary(summary, for: dialect)
  }

  /// Reads one row.
  @inlinable @inline(__always)
  public func _readRow(from row: inout some RowReader) throws -> M { try M._readRow(from: &row) }
}

extension RawSelection: FetchableQuery, _RenderedRows {
  /// The statement, in SQL for `dialect`.
  /// - Throws: ``QueryError`` if the SQL is invalid.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> _RenderedStatement {
    var count = 0
    for _ in repeat (each Value).self { count += 1 }
    return try raw.rendered(for: dialect, reading: .count(count))
  }

  /// The statement that fetches the rows; `nil` if there is nothing to run.
  public func _statement(limit: Int?, for dialect: Dialect) throws(QueryError) -> _RenderedStatement? {
    try rendered(for: dialect)
  }

  /// The statement that counts the rows, or tests whether there are any.
  public func _summary(_ summary: _RowSummary, for dialect: Dialect) throws(QueryError) -> _RenderedStatement {
    try raw.summary(summary, for: dialect)
  }

  /// Reads one row.
  @inlinable @inline(__always)
  public func _readRow(from row: inout some RowReader) throws -> Row {
    let values = (repeat try row.read(as: (each Value).self))
    return asRow(values)
  }
}
