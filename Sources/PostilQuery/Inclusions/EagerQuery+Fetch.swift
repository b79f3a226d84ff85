extension EagerQuery {
  /// Every row, with what belongs to it.
  /// - Throws: ``QueryError`` when a statement cannot be written, ``ColumnDecodingError`` for a value that is not of its
  ///   property's type, ``RecordNotFound`` when a row that is required is not there, ``DatabaseError`` for anything else.
  @inlinable
  public func fetchAll<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> [Row]
  {
    try fetch(query.core, in: db, fileID, line)
  }

  /// The first row, with what belongs to it; `nil` where there is none.
  /// - Throws: as ``fetchAll(in:)`` does.
  @inlinable
  public func fetchOne<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> Row?
  {
    try fetch(query.core.first(), in: db, fileID, line).first
  }

  /// Hands every row, with what belongs to it, to `body`. Rows are fetched `batchSize` at a time, and what belongs to them with
  /// one statement a relationship and batch: that is how much memory it takes, whatever their number.
  /// - Throws: as ``fetchAll(in:)`` does, and what `body` throws, which ends the query.
  @inlinable
  public func forEach<DB: ReadTransaction>(
    in db: DB, batchSize: Int = 1000, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (Row) throws -> Void
  ) throws {
    let plan = try level.plan(of: M.table, firstExtra: M.table.columns.count).from(fileID, line)
    var batch = InclusionBatch<Row, M, repeat each I>(plan, repeat each inclusions)
    try db.forEachRow(level.parents(query.core, plan, for: DB.dialect).from(fileID, line)) { row in
      try batch.read(&row)
      guard batch.models.count >= batchSize else { return }
      for row in try batch.takeRows(in: db) { try body(row) }
    }
    for row in try batch.takeRows(in: db) { try body(row) }
  }

  @inlinable
  func fetch<DB: ReadTransaction>(_ core: QueryCore, in db: DB, _ fileID: StaticString, _ line: UInt) throws -> [Row] {
    let plan = try level.plan(of: M.table, firstExtra: M.table.columns.count).from(fileID, line)
    var batch = InclusionBatch<Row, M, repeat each I>(plan, repeat each inclusions)
    try db.forEachRow(level.parents(core, plan, for: DB.dialect).from(fileID, line)) { row in try batch.read(&row) }
    return try batch.takeRows(in: db)
  }
}
