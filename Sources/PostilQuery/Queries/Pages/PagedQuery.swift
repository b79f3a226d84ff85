/// One page of a query, in the order of the query.
///
/// A page is found by the values of the row before it. With an index on the order, every page is equally fast, and rows
/// that are inserted or deleted between two requests never cause other rows to be repeated or skipped.
///
/// ```swift
/// let page = try Item.order { ($0.priority.descending, $0.title) }.page(after: cursor, size: 50).fetch(in: db)
/// ```
public struct PagedQuery<Base: _RenderedRows>: Sendable {
  @usableFromInline let base: Base
  @usableFromInline let request: PageRequest

  init(_ base: Base, _ request: PageRequest) {
    self.base = base
    self.request = request
  }

  /// Reads the page with one statement.
  /// - Throws: ``QueryError`` if the query can't be written as SQL, if its rows can't be paged, or if the cursor
  ///   belongs to a different order; ``ColumnDecodingError`` if a value doesn't have the expected type;
  ///   ``DatabaseError`` for any other error.
  @inlinable
  public func fetch<DB: ReadTransaction>(
    in db: DB, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Page<Base.Row> {
    let plan = try request.plan(for: db.dialect)
    var reader = PageReader<Base.Row>(request, plan)
    try db.forEachRow(plan.statement.from(CallSite(fileID: fileID, line: line))) { row in
      guard reader.takesRow() else { return }
      reader.rows.append(try base._readRow(from: &row))
      try reader.readValues(from: &row)
    }
    return reader.page()
  }
}

extension Query {
  /// The first `size` rows after a cursor in the order of the query; without a cursor, the first rows.
  ///
  /// The primary key is the tiebreaker, in the direction of the last term: `SELECT … WHERE (t0."title", t0."id") > (?1,
  /// ?2) ORDER BY t0."title", t0."id" LIMIT ?3`.
  public func page(after cursor: Cursor<M>? = nil, size: Int) -> PagedQuery<Self> {
    PagedQuery(self, PageRequest(core.pagedStatement, at: cursor?.position, isBackward: false, size: size))
  }

  /// The last `size` rows before a cursor in the order of the query; without a cursor, the last rows.
  public func page(before cursor: Cursor<M>?, size: Int) -> PagedQuery<Self> {
    PagedQuery(self, PageRequest(core.pagedStatement, at: cursor?.position, isBackward: true, size: size))
  }
}

extension Queryable {
  /// The first `size` rows after a cursor in the order of the primary key; see ``Query/page(after:size:)``.
  public static func page(after cursor: Cursor<Self>? = nil, size: Int) -> PagedQuery<Query<Self>> {
    Query<Self>().page(after: cursor, size: size)
  }
}

extension JoinedQuery {
  /// The first `size` rows after a cursor in the order of the query; without a cursor, the first rows. The primary keys
  /// of all tables are the tiebreakers.
  public func page(after cursor: Cursor<Tables.Rows>? = nil, size: Int) -> PagedQuery<Self> {
    PagedQuery(self, PageRequest(statement, at: cursor?.position, isBackward: false, size: size))
  }

  /// The last `size` rows before a cursor in the order of the query; without a cursor, the last rows.
  public func page(before cursor: Cursor<Tables.Rows>?, size: Int) -> PagedQuery<Self> {
    PagedQuery(self, PageRequest(statement, at: cursor?.position, isBackward: true, size: size))
  }
}

extension Selection {
  /// The values of the first `size` rows after a cursor; without a cursor, of the first rows. The primary key of the
  /// rows, selected or not, is the tiebreaker. Groups and combined rows have no such key:
  /// ``QueryError/unpageable(reason:)``.
  public func page(after cursor: Cursor<Row>? = nil, size: Int) -> PagedQuery<Self> {
    PagedQuery(self, PageRequest(statement, at: cursor?.position, isBackward: false, size: size))
  }

  /// The values of the last `size` rows before a cursor; without a cursor, of the last rows.
  public func page(before cursor: Cursor<Row>?, size: Int) -> PagedQuery<Self> {
    PagedQuery(self, PageRequest(statement, at: cursor?.position, isBackward: true, size: size))
  }
}

extension QueryCore {
  /// The statement whose rows are paged: the one that created a projection's rows, if possible.
  fileprivate var pagedStatement: SelectStatement {
    guard let statement = bareStatement, statement.isCompound else {
      return SelectStatement(rowsOf: self, includesLazy: false)
    }
    let source = _Source(table)
    return SelectStatement(self, results: table.columns.map { .column($0.name, of: source) }, of: [source])
  }
}

extension PagedQuery: SQLStatement {
  /// The statement that reads the page, in SQL for `dialect`. It returns the values of the order after the columns of
  /// each row, and one more row.
  /// - Throws: ``QueryError`` if the query can't be written as SQL or paged, or if the cursor belongs to a different order.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> _RenderedStatement {
    try request.plan(for: dialect).statement
  }
}

/// One page of rows together with related rows; see ``PagedQuery`` and ``EagerQuery``.
public struct PagedEagerQuery<Row, T: QueryTables, each I: Inclusion>: Sendable {
  @usableFromInline let eager: EagerQuery<Row, T, repeat each I>
  let cursor: CursorPosition?
  let isBackward: Bool
  let size: Int

  /// Reads the page with one statement for the rows and one for each relationship.
  /// - Throws: the same errors as `PagedQuery.fetch(in:)`, and ``RecordNotFound`` if a required row is missing.
  @inlinable
  public func fetch<DB: ReadTransaction>(
    in db: DB, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Page<Row> {
    let callSite = CallSite(fileID: fileID, line: line)
    let inclusions = try eager.level.plan(of: T.tables).from(callSite)
    let request = request(inclusions)
    let plan = try request.plan(for: db.dialect)
    var reader = PageReader<Row>(request, plan)
    var batch = InclusionBatch<Row, T, repeat each I>(inclusions, repeat each eager.inclusions)
    try db.forEachRow(plan.statement.from(callSite)) { row in
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
    PageRequest(
      eager.level.statement(of: eager.core, of: T.tables, plan), at: cursor, isBackward: isBackward, size: size)
  }
}

extension EagerQuery {
  /// The first `size` rows after a cursor in the order of the query, with their related rows; without a cursor, the
  /// first rows. See ``Query/page(after:size:)``.
  public func page(after cursor: Cursor<Row>? = nil, size: Int) -> PagedEagerQuery<Row, T, repeat each I> {
    PagedEagerQuery(eager: self, cursor: cursor?.position, isBackward: false, size: size)
  }

  /// The last `size` rows before a cursor in the order of the query, with their related rows; without a cursor, the last rows.
  public func page(before cursor: Cursor<Row>?, size: Int) -> PagedEagerQuery<Row, T, repeat each I> {
    PagedEagerQuery(eager: self, cursor: cursor?.position, isBackward: true, size: size)
  }
}
