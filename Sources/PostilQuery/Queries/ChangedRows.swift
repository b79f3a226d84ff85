/// A change that gives the rows that it changed, or a projection of them: `late.updating { … }.returning()`.
///
/// Fetching makes the change: all of it, before the first row is handed out, however many are taken. In which order the rows
/// come is not said, whatever order the query has. Source: SQLite, "RETURNING", sections 2 and 3.
public struct ChangedRows<M: Queryable>: Sendable {
  @usableFromInline let core: ChangeCore
  @usableFromInline let results: ChangeCore.Results

  @usableFromInline
  init(core: ChangeCore, results: ChangeCore.Results) {
    self.core = core
    self.results = results
  }

  /// Makes the change and gives every row that it changed.
  /// - Throws: ``QueryError`` when it cannot be written, ``ConstraintViolation`` when a constraint refuses a row (then none is
  ///   changed), ``ColumnDecodingError`` for a value that is not of its property's type, ``DatabaseError`` for anything else.
  @inlinable @discardableResult
  public func fetchAll<DB: WriteTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> [M]
  {
    var rows: [M] = []
    if core.isNothing { return rows }
    try db.forEachRow(core.statement(returning: results, for: DB.dialect).from(fileID, line)) { row in
      rows.append(try M(row: &row))
    }
    return rows
  }

  /// Makes the change and gives one of the rows that it changed, `nil` where it changed none: for a change of one row at most.
  /// - Throws: as ``fetchAll(in:)`` does.
  @inlinable @discardableResult
  public func fetchOne<DB: WriteTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> M?
  {
    if core.isNothing { return nil }
    return try db.fetchFirst(core.statement(returning: results, for: DB.dialect).from(fileID, line)) { row in
      try M(row: &row)
    }
  }

  /// Makes the change and hands every row that it changed to `body`, one at a time.
  /// - Throws: as ``fetchAll(in:)`` does, and what `body` throws; the change is made all the same, unless the `write` is left.
  @inlinable
  public func forEach<DB: WriteTransaction>(
    in db: DB, fileID: StaticString = #fileID, line: UInt = #line, _ body: (M) throws -> Void
  ) throws {
    if core.isNothing { return }
    try db.forEachRow(core.statement(returning: results, for: DB.dialect).from(fileID, line)) { row in
      try body(M(row: &row))
    }
  }
}

extension ChangedRows: SQLStatement {
  /// The statement that makes the change and returns the rows, as `dialect` writes it.
  /// - Throws: ``QueryError`` when it cannot be written.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> RenderedStatement {
    try core.statement(returning: results, for: dialect)
  }

  /// The statement that makes the change and returns the rows; or why there is none.
  public var description: String { core.description { try rendered() } }
}
