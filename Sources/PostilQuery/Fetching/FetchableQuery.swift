/// A query whose rows can be fetched: a query of a model, a selection, a join, raw SQL, a `@query`, or a query with related rows.
///
/// `some FetchableQuery<Item>` accepts any query that returns items.
public protocol FetchableQuery<Row>: _FetchableRows {
  /// The statement that counts the rows, or tests whether there are any.
  func _summary(_ summary: _RowSummary, for dialect: Dialect) throws(QueryError) -> _RenderedStatement
}

/// A summary that a statement returns instead of rows.
public enum _RowSummary: Sendable {
  /// `SELECT count(*) FROM …`
  case count
  /// `SELECT EXISTS (…)`
  case exists
}

extension FetchableQuery {
  /// Fetches all rows.
  /// - Throws: ``QueryError`` if the query can't be written as SQL, ``ColumnDecodingError`` if a value doesn't have the
  ///   expected type, ``RecordNotFound`` if a required related row is missing, ``DatabaseError`` for any other error.
  @inlinable
  public func fetchAll<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> [Row]
  {
    try _fetchAll(in: db, for: CallSite(fileID: fileID, line: line))
  }

  /// Fetches the first row; `nil` if there is none.
  /// - Throws: the same errors as ``fetchAll(in:fileID:line:)``.
  @inlinable
  public func fetchOne<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> Row?
  {
    try _fetchFirst(in: db, for: CallSite(fileID: fileID, line: line))
  }

  /// Fetches the only row.
  /// - Throws: ``RowCountMismatch`` if there is no row or more than one, otherwise the same errors as
  ///   ``fetchAll(in:fileID:line:)``.
  @inlinable
  public func fetchOnly<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> Row
  {
    try fetchOnly(in: db, for: CallSite(fileID: fileID, line: line))
  }

  /// Passes the rows to `body` one at a time, so that memory use doesn't grow with their number.
  ///
  /// The values of a selection can be named: `.forEach(in: db) { title, count in … }`.
  ///
  /// `body` can't change rows of a table that the query reads: SQLite might then return rows twice, or endlessly. Call `fetchAll` first, or
  /// change the rows with one statement. PostgreSQL returns the rows of the beginning, whatever `body` does.
  /// - Throws: the same errors as ``fetchAll(in:fileID:line:)``, and any error that `body` throws, which ends the query;
  ///   ``TransactionMisuse/statementNotAllowed(sql:reason:)`` for such a change.
  @inlinable
  public func forEach<DB: ReadTransaction>(
    in db: DB, fileID: StaticString = #fileID, line: UInt = #line, _ body: (Row) throws -> Void
  ) throws {
    try _forEachRow(limit: nil, in: db, for: CallSite(fileID: fileID, line: line)) { row in try body(row) }
  }

  /// The number of rows: `SELECT count(*) FROM "item" AS t0`.
  /// - Throws: the same errors as ``fetchAll(in:fileID:line:)``.
  @inlinable
  public func count<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> Int {
    let statement = try _summary(.count, for: db.dialect).from(CallSite(fileID: fileID, line: line))
    return try db.fetchFirst(statement) { row in try Int(clamping: row.readInt64()) } ?? 0
  }

  /// Whether there is at least one row: `SELECT EXISTS (SELECT 1 FROM "item" AS t0)`.
  /// - Throws: the same errors as ``fetchAll(in:fileID:line:)``.
  @inlinable
  public func exists<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> Bool
  {
    let statement = try _summary(.exists, for: db.dialect).from(CallSite(fileID: fileID, line: line))
    return try db.fetchFirst(statement) { row in try row.readInt64() != 0 } ?? false
  }
}
