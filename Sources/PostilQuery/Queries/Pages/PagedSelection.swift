/// One page of a selection in its order; see ``PagedQuery``.
public struct PagedSelection<Row, each Value: ColumnValue>: Sendable {
  @usableFromInline let request: PageRequest

  /// Reads the page, in one statement.
  /// - Throws: as ``PagedQuery/fetch(in:)`` does.
  @inlinable
  public func fetch<DB: ReadTransaction>(
    in db: DB, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Page<Row> {
    let plan = try request.plan(for: DB.dialect)
    var reader = PageReader<Row>(request, plan)
    try db.forEachRow(plan.statement.from(fileID, line)) { row in
      guard reader.takesRow() else { return }
      let values = (repeat try row.read(as: (each Value).self))
      reader.rows.append(unsafeBitCast(values, to: Row.self))
      try reader.readValues(from: &row)
    }
    return reader.page()
  }
}

extension Selection {
  /// The values of the first `size` rows behind a cursor, or of the first of all for `nil`; the primary key of the rows, selected or
  /// not, breaks the ties of the order. Groups and combined rows have no such key: ``QueryError/unpageable(reason:)``.
  public func page(after cursor: Cursor<Row>? = nil, size: Int) -> PagedSelection<Row, repeat each Value> {
    PagedSelection(request: PageRequest(statement, at: cursor?.position, isBackward: false, size: size))
  }

  /// The values of the last `size` rows before a cursor, or of the last of all for `nil`.
  public func page(before cursor: Cursor<Row>?, size: Int) -> PagedSelection<Row, repeat each Value> {
    PagedSelection(request: PageRequest(statement, at: cursor?.position, isBackward: true, size: size))
  }
}

extension PagedSelection: SQLStatement {
  /// The statement that reads the page, as `dialect` writes it.
  /// - Throws: ``QueryError`` when the query cannot be written, has no pages, or the cursor is of another order.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> RenderedStatement {
    try request.plan(for: dialect).statement
  }
}
