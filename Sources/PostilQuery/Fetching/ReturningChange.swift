/// A change that returns the changed rows: `late.updating { … }.returning()`, or a `@query` with `RETURNING`.
///
/// Fetching runs the change. The whole change is made before the first row is returned, no matter how many rows are
/// read. The rows have no particular order. Source: SQLite, "RETURNING", sections 2 and 3.
public protocol ReturningChange<Row>: _FetchableRows {
  /// Makes the change by `body`, with the hooks of the model.
  func _changing<Result>(in db: some WriteTransaction, _ body: () throws -> Result) throws -> Result
}

extension ReturningChange {
  /// Calls no hooks.
  @inlinable
  public func _changing<Result>(in db: some WriteTransaction, _ body: () throws -> Result) throws -> Result {
    try body()
  }
}

extension ReturningChange {
  /// Runs the change, and fetches all rows that it returns.
  /// - Throws: ``QueryError`` if the change can't be written as SQL, ``ConstraintViolation`` if a row violates a
  ///   constraint (no row is changed then), ``ColumnDecodingError`` if a value doesn't have the expected type,
  ///   ``DatabaseError`` for any other error.
  @inlinable @discardableResult
  public func fetchAll<DB: WriteTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> [Row]
  {
    try _changing(in: db) { try _fetchAll(in: db, for: CallSite(fileID: fileID, line: line)) }
  }

  /// Runs the change, and fetches one of the rows that it returns; `nil` if there is none.
  /// - Throws: the same errors as ``fetchAll(in:fileID:line:)``.
  @inlinable @discardableResult
  public func fetchOne<DB: WriteTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> Row?
  {
    try _changing(in: db) { try _fetchFirst(in: db, for: CallSite(fileID: fileID, line: line)) }
  }

  /// Runs the change, and fetches the only row that it returns.
  /// - Throws: ``RowCountMismatch`` if there is no row or more than one (leave the `write` block to undo the change),
  ///   otherwise the same errors as ``fetchAll(in:fileID:line:)``.
  @inlinable @discardableResult
  public func fetchOnly<DB: WriteTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> Row
  {
    try _changing(in: db) { try fetchOnly(in: db, for: CallSite(fileID: fileID, line: line)) }
  }

  /// Runs the change, and passes the rows that it returns to `body` one at a time.
  /// - Throws: the same errors as ``fetchAll(in:fileID:line:)``, and any error that `body` throws. The change has
  ///   already been made then; it is undone if the error leaves the `write` block.
  @inlinable
  public func forEach<DB: WriteTransaction>(
    in db: DB, fileID: StaticString = #fileID, line: UInt = #line, _ body: (Row) throws -> Void
  ) throws {
    try _changing(in: db) {
      try _forEachRow(limit: nil, in: db, for: CallSite(fileID: fileID, line: line)) { row in try body(row) }
    }
  }
}
