extension Query {
  /// Every row.
  /// - Throws: ``QueryError`` when the query cannot be written, ``ColumnDecodingError`` for a value that is not of its
  ///   property's type, ``DatabaseError`` for anything else.
  @inlinable
  public func fetchAll<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> [M]
  {
    var rows: [M] = []
    // Not through `forEach`: what a closure is handed it borrows, and would have to copy.
    try db.forEachRow(core.rows(for: DB.dialect).from(fileID, line)) { row in rows.append(try M(row: &row)) }
    return rows
  }

  /// The first row, `nil` where there is none.
  /// - Throws: as ``fetchAll(in:)`` does.
  @inlinable
  public func fetchOne<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> M?
  {
    try db.fetchFirst(core.first().rows(for: DB.dialect).from(fileID, line)) { row in try M(row: &row) }
  }

  /// The only row.
  /// - Throws: ``RowCountMismatch`` when there is no row or more than one, else as ``fetchAll(in:)`` does.
  @inlinable
  public func fetchOnly<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> M
  {
    var only = OnlyRow<M>()
    try db.forEachRow(core.first(2).rows(for: DB.dialect).from(fileID, line)) { row in try only.take(M(row: &row)) }
    return try only.row()
  }

  /// Hands every row to `body`, one at a time; the memory that it takes does not grow with their number.
  /// - Throws: as ``fetchAll(in:)`` does, and what `body` throws, which ends the query.
  @inlinable
  public func forEach<DB: ReadTransaction>(
    in db: DB, fileID: StaticString = #fileID, line: UInt = #line, _ body: (M) throws -> Void
  ) throws {
    try db.forEachRow(core.rows(for: DB.dialect).from(fileID, line)) { row in try body(M(row: &row)) }
  }

  /// How many rows there are: `SELECT count(*) FROM "item" AS t0`.
  /// - Throws: as ``fetchAll(in:)`` does.
  @inlinable
  public func count<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> Int {
    try db.fetchFirst(core.count(for: DB.dialect).from(fileID, line)) { row in try Int(row.readInt64()) } ?? 0
  }

  /// Whether there is a row: `SELECT EXISTS (SELECT 1 FROM "item" AS t0)`.
  /// - Throws: as ``fetchAll(in:)`` does.
  @inlinable
  public func exists<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> Bool
  {
    try db.fetchFirst(core.exists(for: DB.dialect).from(fileID, line)) { row in try row.readInt64() != 0 } ?? false
  }
}
