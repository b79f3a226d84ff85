/// One page of a query in its order, found by the values of the row before it: as quick at any depth, where an index has the order,
/// and neither repeating nor leaving out a row when others are added or deleted.
///
/// ```swift
/// let page = try Item.order { ($0.priority.descending, $0.title) }.page(after: cursor, size: 50).fetch(in: db)
/// ```
public struct PagedQuery<Tables: QueryTables>: Sendable {
  @usableFromInline let request: PageRequest

  /// Reads the page, in one statement.
  /// - Throws: ``QueryError`` when the query cannot be written, has no pages, or the cursor is of another order;
  ///   ``ColumnDecodingError`` for a value that is not of its property's type, ``DatabaseError`` for anything else.
  @inlinable
  public func fetch<DB: ReadTransaction>(
    in db: DB, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Page<Tables.Rows> {
    let plan = try request.plan(for: DB.dialect)
    var reader = PageReader<Tables.Rows>(request, plan)
    try db.forEachRow(plan.statement.from(fileID, line)) { row in
      guard reader.takesRow() else { return }
      reader.rows.append(try Tables.readRows(from: &row))
      try reader.readValues(from: &row)
    }
    return reader.page()
  }
}

extension Query {
  /// The first `size` rows behind a cursor in the order of the query, or the first of all for `nil`.
  ///
  /// Ties of the order are broken by the primary key, in the direction of the last term:
  /// `SELECT … WHERE (t0."title", t0."id") > (?1, ?2) ORDER BY t0."title", t0."id" LIMIT ?3`.
  public func page(after cursor: Cursor<M>? = nil, size: Int) -> PagedQuery<OneTable<M>> {
    PagedQuery(request: PageRequest(core.pagedStatement, at: cursor?.position, isBackward: false, size: size))
  }

  /// The last `size` rows before a cursor in the order of the query, or the last of all for `nil`.
  public func page(before cursor: Cursor<M>?, size: Int) -> PagedQuery<OneTable<M>> {
    PagedQuery(request: PageRequest(core.pagedStatement, at: cursor?.position, isBackward: true, size: size))
  }
}

extension Queryable {
  /// The first `size` rows behind a cursor in the order of the primary key; see ``Query/page(after:size:)``.
  public static func page(after cursor: Cursor<Self>? = nil, size: Int) -> PagedQuery<OneTable<Self>> {
    Query<Self>().page(after: cursor, size: size)
  }
}

extension JoinedQuery {
  /// The first `size` rows behind a cursor in the order of the query, or the first of all for `nil`; the primary keys of all tables
  /// break the ties of the order.
  public func page(after cursor: Cursor<Tables.Rows>? = nil, size: Int) -> PagedQuery<Tables> {
    PagedQuery(request: PageRequest(statement, at: cursor?.position, isBackward: false, size: size))
  }

  /// The last `size` rows before a cursor in the order of the query, or the last of all for `nil`.
  public func page(before cursor: Cursor<Tables.Rows>?, size: Int) -> PagedQuery<Tables> {
    PagedQuery(request: PageRequest(statement, at: cursor?.position, isBackward: true, size: size))
  }
}

extension QueryCore {
  /// The statement whose rows are paged: that which a projection was made with, where it can be.
  fileprivate var pagedStatement: SelectStatement {
    guard let statement = bareStatement, statement.isCompound else { return SelectStatement(rowsOf: self) }
    let source = Source(table)
    return SelectStatement(self, results: table.columns.map { .column($0.name, of: source) }, of: [source])
  }
}

extension PagedQuery: SQLStatement {
  /// The statement that reads the page, as `dialect` writes it: with the values of the order behind the columns of each row, and
  /// one row more.
  /// - Throws: ``QueryError`` when the query cannot be written, has no pages, or the cursor is of another order.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> RenderedStatement {
    try request.plan(for: dialect).statement
  }
}
