/// A query of the rows of one table or view. It is a value; nothing runs until it is fetched.
///
/// ```swift
/// let late = Item.where { $0.dueAt < now && !$0.done && $0.project.name == "Home" }
///                .order { ($0.priority.descending, $0.title) }
///                .limit(20, offset: 40)
/// let items = try late.fetchAll(in: db)
/// ```
///
/// Each clause applies to the rows of the clauses before it. `where` and `order` can follow each other in any order; after
/// a limit, they apply to the limited rows, which become a subquery. A query can be built step by step, with `if` and in
/// loops, stored and passed around; each method returns a new query. `description` is its SQL.
public struct Query<M: Queryable>: Sendable {
  @usableFromInline var core: QueryCore

  @inlinable
  init(core: QueryCore) { self.core = core }

  /// Creates a query of all rows of the table or view. For a ``Projection``, which has no table, it throws
  /// ``QueryError/projectionWithoutQuery(model:)`` when it runs.
  @inlinable
  public init() { self.init(core: QueryCore(all: M.table, isStored: M.isStored)) }

  /// Creates a query of the rows that a relationship leads to from the row with this key. No row is loaded.
  ///
  /// `SELECT t1."id", t1."name" FROM "item_tags" AS t0 JOIN "tag" AS t1 ON t1."id" = t0."tag_id" WHERE t0."item_id" = ?1`
  public init<Owner: Model>(_ relationship: Relationship<Owner, M>, of id: Owner.ID) where M: Model {
    core = QueryCore(M.table, origin: .relatedToKey(relationship.path, id._boundValues))
  }
}

extension Query {
  /// The rows for which `predicate` is also true. Several `where`s are combined with `AND`.
  ///
  /// `WHERE t0."done" = 0 AND t0."due_at" < ?1`
  @inlinable
  public consuming func `where`<P: SQLExpression<Bool>>(@ConditionBuilder _ predicate: (M.Columns) -> P) -> Query<M> {
    let source = _Source(M.table)
    core.filter(by: predicate(M.Columns(source)).node, of: source)
    return self
  }

  /// The rows sorted by these terms; each term breaks the ties of the previous ones. A second `order` breaks the ties
  /// of the first.
  ///
  /// `.order { ($0.priority.descending, $0.title) }` is `ORDER BY t0."priority" DESC, t0."title"`.
  @inlinable
  public consuming func order(@OrderBuilder _ terms: (M.Columns) -> some _OrderTerms) -> Query<M> {
    let source = _Source(M.table)
    core.order(by: terms(M.Columns(source))._orderings, of: source)
    return self
  }

  /// At most `count` rows, after skipping `offset`. `nil` is no limit. After another limit, it limits those rows
  /// further. For a negative number, the query throws ``QueryError/argument(function:needs:)`` when it runs.
  ///
  /// `LIMIT ?1 OFFSET ?2`. Without an order, the database decides which rows come first. Clauses that follow apply to the
  /// limited rows: `.limit(20).where { !$0.done }` is `SELECT … FROM (SELECT … LIMIT ?1) AS t0 WHERE t0."done" = 0`.
  @inlinable
  public consuming func limit(_ count: Int?, offset: Int = 0) -> Query<M> {
    core.page(limit: count, offset: offset)
    return self
  }

  /// The query itself.
  @inlinable
  public var all: Query<M> { self }

  /// A query of all rows, for an argument: `shelf(of: .all)`.
  @inlinable
  public static var all: Query<M> { Query() }
}

extension Query: FetchableQuery, _RenderedRows {
  /// The type of a row.
  public typealias Row = M

  /// The statement that fetches the rows, in SQL for `dialect`.
  /// - Throws: ``QueryError`` if the query can't be written as SQL.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> _RenderedStatement {
    try core.rows(for: dialect)
  }

  /// The statement that fetches the rows; `nil` if there is nothing to run.
  public func _statement(limit: Int?, for dialect: Dialect) throws(QueryError) -> _RenderedStatement? {
    try core.first(limit).rows(for: dialect)
  }

  /// The statement that counts the rows, or tests whether there are any.
  public func _summary(_ summary: _RowSummary, for dialect: Dialect) throws(QueryError) -> _RenderedStatement {
    try core.summary(summary, for: dialect)
  }

  /// Reads one row.
  @inlinable @inline(__always)
  public func _readRow(from row: inout some RowReader) throws -> M { try M._readRow(from: &row) }
}

extension Query {
  /// The rows for which `predicate` is true for a value; without a value, the same rows. This is for optional filters.
  ///
  /// `Item.where(ifPresent: name) { $0.title == $1 }` is `WHERE t0."title" = ?1`; for `nil`, it has no condition.
  @inlinable
  public func `where`<Value, P: SQLExpression<Bool>>(
    ifPresent value: Value?, @ConditionBuilder _ predicate: (M.Columns, Value) -> P
  ) -> Query<M> {
    guard let value else { return self }
    return self.where { predicate($0, value) }
  }
}

extension Queryable {
  /// The rows for which `predicate` is true for a value; without a value, all rows. See ``Query/where(ifPresent:_:)``.
  @inlinable
  public static func `where`<Value, P: SQLExpression<Bool>>(
    ifPresent value: Value?, @ConditionBuilder _ predicate: (Columns, Value) -> P
  ) -> Query<Self> {
    Query().where(ifPresent: value, predicate)
  }
}

extension Query where M: Model {
  /// Creates a query of the rows that a relationship of a model with itself leads to from the row with this key, in any
  /// number of steps, or at most `depth`. Each row is returned once, however many paths lead to it. Cycles end, and a
  /// row in a cycle is reached from itself. It is a query like any other and has no particular order.
  ///
  /// `SELECT … FROM "node" AS t0 WHERE t0."id" IN (WITH RECURSIVE t1("k0") AS (SELECT t2."parent_id" FROM "node" AS t2 WHERE
  /// t2."id" = ?1 UNION SELECT t3."parent_id" FROM t1 JOIN "node" AS t3 ON t3."id" = t1."k0") SELECT t1."k0" FROM t1)`
  public init(following relationship: Relationship<M, M>, from id: M.ID, depth: Int? = nil) {
    core = QueryCore(M.table, origin: .reached(relationship.path, from: id._boundValues, depth: depth))
  }
}
