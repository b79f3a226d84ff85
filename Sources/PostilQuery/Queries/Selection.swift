/// A query that returns some expressions of each row instead of the row: `late.select { ($0.title, $0.list.name) }`.
///
/// `Row` is what a row gives: the tuple of the expressions' values, or the only one itself.
public struct Selection<M: Queryable, Row, each Value: ColumnValue>: Sendable {
  @usableFromInline let core: QueryCore
  @usableFromInline let source: Source
  @usableFromInline let nodes: [ExpressionNode]

  @usableFromInline
  init(core: QueryCore, source: Source, nodes: [ExpressionNode]) {
    self.core = core
    self.source = source
    self.nodes = nodes
  }
}

extension Query {
  /// The values of these expressions for each row; a to-one path is a join, a count a subquery.
  ///
  /// `.select { ($0.title, $0.list.name, $0.tags.count) }` is
  /// `SELECT t0."title", t1."name", (SELECT count(*) FROM "item_tags" AS t2 WHERE t2."item_id" = t0."id") FROM "item" AS t0
  /// JOIN "list" AS t1 ON t1."id" = t0."list_id"`, and its rows are `(String, String, Int)`.
  @inlinable
  public func select<each E: SQLExpression>(
    _ expressions: (M.Columns) -> (repeat each E)
  ) -> Selection<M, (repeat (each E).Value.Plain), repeat (each E).Value> {
    let source = Source(M.table)
    let tuple = expressions(M.Columns(source))
    var nodes: [ExpressionNode] = []
    repeat nodes.append((each tuple).node)
    return Selection(core: core, source: source, nodes: nodes)
  }
}

// `Row` is `(repeat (each Value).Plain)`, of which `select` makes sure. It is a parameter of its own because Swift 6.3 does not find
// the members of that tuple where a method of the selection returns it: `rows.map { $0.1 }` would not compile. That they are
// the same cannot be said as a requirement: it crashes the compiler.
extension Selection {
  /// The values of every row.
  /// - Throws: ``QueryError`` when the query cannot be written, ``ColumnDecodingError`` for a value that is not of its
  ///   expression's type, ``DatabaseError`` for anything else.
  @inlinable
  public func fetchAll<DB: ReadTransaction>(in db: DB) throws -> [Row] {
    var rows: [Row] = []
    try db.forEachRow(core.values(nodes, of: source, for: DB.dialect)) { row in
      let values = (repeat try row.read(as: (each Value).self))
      rows.append(unsafeBitCast(values, to: Row.self))
    }
    return rows
  }

  /// The values of the first row, `nil` where there is none.
  /// - Throws: as ``fetchAll(in:)`` does.
  @inlinable
  public func fetchOne<DB: ReadTransaction>(in db: DB) throws -> Row? {
    try db.fetchFirst(core.first().values(nodes, of: source, for: DB.dialect)) { row in
      let values = (repeat try row.read(as: (each Value).self))
      return unsafeBitCast(values, to: Row.self)
    }
  }

  /// Hands the values of every row to `body`, one row at a time: `.forEach(in: db) { title, list, count in … }`.
  /// - Throws: as ``fetchAll(in:)`` does, and what `body` throws, which ends the query.
  @inlinable
  public func forEach<DB: ReadTransaction>(
    in db: DB, _ body: (repeat (each Value).Plain) throws -> Void
  ) throws {
    try db.forEachRow(core.values(nodes, of: source, for: DB.dialect)) { row in
      try body(repeat try row.read(as: (each Value).self))
    }
  }
}

extension Selection: CustomStringConvertible {
  /// The statement that fetches the values, as `dialect` writes it.
  /// - Throws: ``QueryError`` when the query cannot be written.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> RenderedStatement {
    try core.values(nodes, of: source, for: dialect)
  }

  /// The statement that fetches the values, these as `?1`, `?2` …; or why there is none.
  public var description: String {
    do { return try rendered().sql } catch { return "(no query: \(error))" }
  }
}
