/// One page of rows together with what they are related to; see ``PagedQuery`` and ``EagerQuery``.
public struct PagedEagerQuery<Row, M: Queryable, each I: Inclusion>: Sendable {
  @usableFromInline let eager: EagerQuery<Row, M, repeat each I>
  let cursor: CursorPosition?
  let isBackward: Bool
  let size: Int

  /// Reads the page: one statement for the rows and one for each relationship.
  /// - Throws: as ``PagedQuery/fetch(in:)`` does, and ``RecordNotFound`` when a row that is required is not there.
  @inlinable
  public func fetch<DB: ReadTransaction>(
    in db: DB, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Page<Row> {
    let inclusions = try eager.level.plan(of: M.table, firstExtra: M.table.columns.count).from(fileID, line)
    let request = request(inclusions)
    let plan = try request.plan(for: DB.dialect)
    var reader = PageReader<Row>(request, plan)
    var batch = InclusionBatch<Row, M, repeat each I>(inclusions, repeat each eager.inclusions)
    try db.forEachRow(plan.statement.from(fileID, line)) { row in
      guard reader.takesRow() else { return }
      try batch.read(&row)
      row.skip(inclusions.extraCount)
      try reader.readValues(from: &row)
    }
    reader.rows = try batch.takeRows(in: db)
    return reader.page()
  }

  @usableFromInline
  func request(_ plan: InclusionPlan) -> PageRequest {
    PageRequest(eager.level.statement(of: eager.query.core, plan), at: cursor, isBackward: isBackward, size: size)
  }
}

extension EagerQuery {
  /// The first `size` rows behind a cursor in the order of the query, or the first of all for `nil`, with what belongs to them; see
  /// ``Query/page(after:size:)``.
  public func page(after cursor: Cursor<Row>? = nil, size: Int) -> PagedEagerQuery<Row, M, repeat each I> {
    PagedEagerQuery(eager: self, cursor: cursor?.position, isBackward: false, size: size)
  }

  /// The last `size` rows before a cursor in the order of the query, or the last of all for `nil`, with what belongs to them.
  public func page(before cursor: Cursor<Row>?, size: Int) -> PagedEagerQuery<Row, M, repeat each I> {
    PagedEagerQuery(eager: self, cursor: cursor?.position, isBackward: true, size: size)
  }
}
