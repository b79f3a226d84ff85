/// A question about the rows of several tables, joined by conditions:
/// `Item.join(List.self) { item, list in item.listID == list.id }` is a `JoinedQuery<TwoTables<Item, List>>`.
///
/// The closures get the columns of each table. What is fetched is a tuple of rows, or what `select` makes of them.
/// Where a relationship leads from one table to the other no join has to be written: `$0.list.name` is one.
public struct JoinedQuery<Tables: QueryTables>: Sendable {
  @usableFromInline let core: QueryCore

  @usableFromInline
  init(core: QueryCore) { self.core = core }
}

extension JoinedQuery {
  /// The rows for which `predicate` is true, too.
  @inlinable
  public func `where`<P: SQLExpression<Bool>>(_ predicate: (Tables.Columns) -> P) -> Self {
    let sources = Tables.makeSources()
    return Self(core: core.filtered(by: predicate(Tables.columns(of: sources)).node, of: sources))
  }

  /// The rows in the order of these terms, each breaking the ties of those before it.
  @inlinable
  public func order<First: SQLOrderTerm, each Term: SQLOrderTerm>(
    _ terms: (Tables.Columns) -> (First, repeat each Term)
  ) -> Self {
    let sources = Tables.makeSources()
    return Self(core: core.ordered(by: Ordering.list(terms, of: Tables.columns(of: sources)), of: sources))
  }

  /// The first `count` rows behind the first `offset`; replaces an earlier limit. A negative number counts as 0.
  @inlinable
  public func limit(_ count: Int?, offset: Int = 0) -> Self { Self(core: core.paged(limit: count, offset: offset)) }

  /// The values of these expressions for each row.
  @inlinable @_disfavoredOverload
  public func select<each E: SQLExpression>(
    _ expressions: (Tables.Columns) -> (repeat each E)
  ) -> Selection<(repeat (each E).Value.Plain), repeat (each E).Value> {
    let sources = Tables.makeSources()
    let tuple = expressions(Tables.columns(of: sources))
    return Selection(SelectStatement(core, results: ExpressionNode.list(repeat each tuple), of: sources))
  }

  // By itself, so that `in` and `SQL.scalar` know that there is one.
  /// The values of one expression for each row: `.select { $0.title }`; or the rows of a projection, made of expressions over
  /// each row: a query that goes on from there.
  @inlinable
  public func select<E: Selectable>(_ expression: (Tables.Columns) -> E) -> E.Selected {
    let sources = Tables.makeSources()
    return expression(Tables.columns(of: sources)).selected(of: SelectedRows(core, of: sources))
  }

  /// The rows in groups that have the values of these expressions in common.
  @inlinable
  public func group<First: SQLExpression, each E: SQLExpression>(
    _ expressions: (Tables.Columns) -> (First, repeat each E)
  ) -> GroupedQuery<Tables> {
    let sources = Tables.makeSources()
    let nodes = ExpressionNode.list(expressions, of: Tables.columns(of: sources))
    return GroupedQuery(core: core.grouped(by: nodes, of: sources))
  }
}

extension JoinedQuery {
  /// Every row, as a tuple with a row of each table.
  /// - Throws: ``QueryError`` when the query cannot be written, ``ColumnDecodingError`` for a value that is not of its
  ///   property's type, ``DatabaseError`` for anything else.
  @inlinable
  public func fetchAll<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> [Tables.Rows]
  {
    var rows: [Tables.Rows] = []
    try db.forEachRow(statement.rendered(for: DB.dialect).from(fileID, line)) { row in
      rows.append(try Tables.readRows(from: &row))
    }
    return rows
  }

  /// The first row, `nil` where there is none.
  /// - Throws: as ``fetchAll(in:)`` does.
  @inlinable
  public func fetchOne<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> Tables.Rows?
  {
    try db.fetchFirst(statement.first(1).rendered(for: DB.dialect).from(fileID, line)) { row in
      try Tables.readRows(from: &row)
    }
  }

  /// The only row.
  /// - Throws: ``RowCountMismatch`` when there is no row or more than one, else as ``fetchAll(in:)`` does.
  @inlinable
  public func fetchOnly<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> Tables.Rows
  {
    var only = OnlyRow<Tables.Rows>()
    try db.forEachRow(statement.first(2).rendered(for: DB.dialect).from(fileID, line)) { row in
      try only.take(Tables.readRows(from: &row))
    }
    return try only.row()
  }

  /// Hands every row to `body`, one at a time: `.forEach(in: db) { item, list in … }`.
  /// - Throws: as ``fetchAll(in:)`` does, and what `body` throws, which ends the query.
  @inlinable
  public func forEach<DB: ReadTransaction>(
    in db: DB, fileID: StaticString = #fileID, line: UInt = #line, _ body: (Tables.Rows) throws -> Void
  ) throws {
    try db.forEachRow(statement.rendered(for: DB.dialect).from(fileID, line)) { row in
      try body(Tables.readRows(from: &row))
    }
  }

  /// How many rows there are.
  /// - Throws: as ``fetchAll(in:)`` does.
  @inlinable
  public func count<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> Int {
    try db.fetchFirst(core.count(for: DB.dialect).from(fileID, line)) { row in try Int(row.readInt64()) } ?? 0
  }

  /// Whether there is a row.
  /// - Throws: as ``fetchAll(in:)`` does.
  @inlinable
  public func exists<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> Bool
  {
    try db.fetchFirst(core.exists(for: DB.dialect).from(fileID, line)) { row in try row.readInt64() != 0 } ?? false
  }

  /// The statement that returns every column of every table.
  @usableFromInline var statement: SelectStatement {
    let sources = Tables.makeSources()
    let nodes = zip(Tables.tables, sources).flatMap { table, source in
      table.columns.map { ExpressionNode.column($0.name, of: source) }
    }
    return SelectStatement(core, results: nodes, of: sources)
  }
}

extension JoinedQuery: SQLStatement {
  /// The statement that fetches the rows, as `dialect` writes it.
  /// - Throws: ``QueryError`` when the query cannot be written.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> RenderedStatement {
    try statement.rendered(for: dialect)
  }
}
