/// A query that returns some expressions of each row instead of the row: `late.select { ($0.title, $0.list.name) }`.
///
/// `Row` is what a row gives: the tuple of the expressions' values, or the only one itself.
public struct Selection<Row, each Value: ColumnValue>: Sendable {
  @usableFromInline let statement: SelectStatement

  @usableFromInline
  init(_ statement: SelectStatement) { self.statement = statement }
}

extension Query {
  /// The values of these expressions for each row; a to-one path is a join, a count a subquery.
  ///
  /// `.select { ($0.title, $0.list.name, $0.tags.count) }` is
  /// `SELECT t0."title", t1."name", (SELECT count(*) FROM "item_tags" AS t2 WHERE t2."item_id" = t0."id") FROM "item" AS t0
  /// JOIN "list" AS t1 ON t1."id" = t0."list_id"`, and its rows are `(String, String, Int)`.
  @inlinable @_disfavoredOverload
  public func select<each E: SQLExpression>(
    _ expressions: (M.Columns) -> (repeat each E)
  ) -> Selection<(repeat (each E).Value.Plain), repeat (each E).Value> {
    let source = Source(M.table)
    let tuple = expressions(M.Columns(source))
    let nodes = ExpressionNode.list(repeat each tuple)
    return Selection(SelectStatement(core, results: nodes, of: [source]))
  }

  // By itself, so that `in` and `SQL.scalar` know that there is one.
  /// The values of one expression for each row: `.select { $0.title }`; or the rows of a projection, made of expressions over
  /// each row: a query that goes on from there.
  ///
  /// `.select { ItemLine.Columns(title: $0.title, listName: $0.list.name) }` is a `Query<ItemLine>`. Fetched as it is it is one
  /// `SELECT`; with conditions of its own it is `SELECT … FROM (SELECT …) AS t0 WHERE …`.
  @inlinable
  public func select<E: Selectable>(_ expression: (M.Columns) -> E) -> E.Selected {
    let source = Source(M.table)
    return expression(M.Columns(source)).selected(of: SelectedRows(core, of: [source]))
  }

  @usableFromInline
  init(derived statement: SelectStatement) { core = QueryCore(M.table, origin: .derived(statement)) }
}

// `Row` is `(repeat (each Value).Plain)`, of which `select` makes sure. It is a parameter of its own because Swift 6.3 does not find
// the members of that tuple where a method of the selection returns it: `rows.map { $0.1 }` would not compile. That they are
// the same cannot be said as a requirement: it crashes the compiler.
extension Selection {
  /// The values of every row.
  /// - Throws: ``QueryError`` when the query cannot be written, ``ColumnDecodingError`` for a value that is not of its
  ///   expression's type, ``DatabaseError`` for anything else.
  @inlinable
  public func fetchAll<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> [Row]
  {
    var rows: [Row] = []
    try db.forEachRow(statement.rendered(for: DB.dialect).from(fileID, line)) { row in
      let values = (repeat try row.read(as: (each Value).self))
      rows.append(unsafeBitCast(values, to: Row.self))
    }
    return rows
  }

  /// The values of the first row, `nil` where there is none.
  /// - Throws: as ``fetchAll(in:)`` does.
  @inlinable
  public func fetchOne<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> Row?
  {
    try db.fetchFirst(statement.first(1).rendered(for: DB.dialect).from(fileID, line)) { row in
      let values = (repeat try row.read(as: (each Value).self))
      return unsafeBitCast(values, to: Row.self)
    }
  }

  /// The values of the only row, such as that of aggregates without groups.
  /// - Throws: ``RowCountMismatch`` when there is no row or more than one, else as ``fetchAll(in:)`` does.
  @inlinable
  public func fetchOnly<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws
    -> Row
  {
    var only = OnlyRow<Row>()
    try db.forEachRow(statement.first(2).rendered(for: DB.dialect).from(fileID, line)) { row in
      let values = (repeat try row.read(as: (each Value).self))
      try only.take(unsafeBitCast(values, to: Row.self))
    }
    return try only.row()
  }

  /// Hands the values of every row to `body`, one row at a time: `.forEach(in: db) { title, list, count in … }`.
  /// - Throws: as ``fetchAll(in:)`` does, and what `body` throws, which ends the query.
  @inlinable
  public func forEach<DB: ReadTransaction>(
    in db: DB, fileID: StaticString = #fileID, line: UInt = #line, _ body: (repeat (each Value).Plain) throws -> Void
  ) throws {
    try db.forEachRow(statement.rendered(for: DB.dialect).from(fileID, line)) { row in
      try body(repeat try row.read(as: (each Value).self))
    }
  }

  /// How many rows there are: `SELECT count(*) FROM (SELECT …)`.
  /// - Throws: as ``fetchAll(in:)`` does.
  @inlinable
  public func count<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> Int {
    try db.fetchFirst(statement.count(for: DB.dialect).from(fileID, line)) { row in try Int(row.readInt64()) } ?? 0
  }

  /// Whether there is a row: `SELECT EXISTS (SELECT …)`.
  /// - Throws: as ``fetchAll(in:)`` does.
  @inlinable
  public func exists<DB: ReadTransaction>(in db: DB, fileID: StaticString = #fileID, line: UInt = #line) throws -> Bool
  {
    try db.fetchFirst(statement.exists(for: DB.dialect).from(fileID, line)) { row in try row.readInt64() != 0 } ?? false
  }
}

extension Selection {
  /// The same rows, those that are alike once: `SELECT DISTINCT …`.
  @inlinable
  public func distinct() -> Selection { Selection(statement.distinct()) }

  /// The first `count` rows behind the first `offset`; replaces an earlier limit. A negative number counts as 0.
  @inlinable
  public func limit(_ count: Int?, offset: Int = 0) -> Selection {
    Selection(statement.paged(limit: count, offset: offset))
  }

  /// The rows in the order of what they return, each term breaking the ties of those before it:
  /// `.order { title, count in (count.descending, title) }`.
  @inlinable
  public func order<each Term: SQLOrderTerm>(
    _ terms: (repeat ResultColumn<each Value>) -> (repeat each Term)
  ) -> Selection {
    var index = 0
    let columns = (repeat ResultColumn<each Value>(next: &index))
    let tuple = terms(repeat each columns)
    let orderings = Ordering.list(repeat each tuple)
    return Selection(statement.ordered(by: orderings))
  }

  // By itself, for the solver finds no pack of one term behind a pack of arguments.
  /// The rows in the order of one value that they return: `.order { title, count in count.descending }`.
  @inlinable
  public func order<Term: SQLOrderTerm>(_ term: (repeat ResultColumn<each Value>) -> Term) -> Selection {
    var index = 0
    let columns = (repeat ResultColumn<each Value>(next: &index))
    return Selection(statement.ordered(by: [term(repeat each columns).ordering]))
  }
}

/// A value that a selection returns, as its order names it.
public struct ResultColumn<Value: ColumnValue>: SQLExpression {
  /// The expression as a tree, which a query renders.
  public let node: ExpressionNode

  @usableFromInline
  init(next index: inout Int) {
    node = .result(index)
    index += 1
  }
}

extension Selection: SQLStatement {
  /// The statement that fetches the values, as `dialect` writes it.
  /// - Throws: ``QueryError`` when the query cannot be written.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> RenderedStatement {
    try statement.rendered(for: dialect)
  }
}
