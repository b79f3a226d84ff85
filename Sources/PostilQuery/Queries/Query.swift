/// A query of the rows of one table or view. It is a value: nothing runs before it is fetched.
///
/// ```swift
/// let late = Item.where { $0.dueAt < now && !$0.done && $0.project.name == "Home" }
///                .order { ($0.priority.descending, $0.title) }
///                .limit(20, offset: 40)
/// let items = try late.fetchAll(in: db)
/// ```
///
/// The order in which the clauses are given doesn't matter: a limit counts the rows that every `where` leaves.
/// A query can be built piece by piece, by `if` and in loops, kept and sent anywhere; each method returns another query.
/// ``description`` is its SQL.
public struct Query<M: Queryable>: Sendable {
  @usableFromInline var core: QueryCore

  @usableFromInline
  init(core: QueryCore) { self.core = core }

  /// Every row of the table or view. Of a ``Projection``, which has none, it throws ``QueryError/projectionWithoutQuery(model:)``
  /// when it is run.
  public init() {
    core = QueryCore(M.table)
    if !M.isStored { core.predicates = [.failure(.projectionWithoutQuery(model: M.table.model))] }
  }

  /// The rows that a relationship leads to from the row with this key; no row is loaded for it.
  ///
  /// `SELECT t1."id", t1."name" FROM "item_tags" AS t0 JOIN "tag" AS t1 ON t1."id" = t0."tag_id" WHERE t0."item_id" = ?1`
  public init<Owner: Model>(_ relationship: Relationship<Owner, M>, of id: Owner.ID) where M: Model {
    core = QueryCore(M.table, origin: .relatedToKey(relationship.path, id._boundValues))
  }
}

extension Query {
  /// The rows for which `predicate` is also true: a second `where` is combined with the first by `AND`.
  ///
  /// `WHERE t0."done" = 0 AND t0."due_at" < ?1`
  @inlinable
  public func `where`<P: SQLExpression<Bool>>(_ predicate: (M.Columns) -> P) -> Query<M> {
    let source = _Source(M.table)
    return Query(core: core.filtered(by: predicate(M.Columns(source)).node, of: [source]))
  }

  /// The rows in the order of these terms, each breaking the ties of those before it; a second `order` breaks the ties of the
  /// first.
  ///
  /// `.order { ($0.priority.descending, $0.title) }` is `ORDER BY t0."priority" DESC, t0."title"`.
  @inlinable
  public func order<First: SQLOrderTerm, each Term: SQLOrderTerm>(
    _ terms: (M.Columns) -> (First, repeat each Term)
  ) -> Query<M> {
    let source = _Source(M.table)
    return Query(core: core.ordered(by: Ordering.list(terms, of: M.Columns(source)), of: [source]))
  }

  /// The first `count` rows after the first `offset`; replaces an earlier limit. A negative number counts as 0.
  ///
  /// `LIMIT ?1 OFFSET ?2`; without an order, the database decides which rows come first.
  @inlinable
  public func limit(_ count: Int?, offset: Int = 0) -> Query<M> {
    Query(core: core.paged(limit: count, offset: offset))
  }

  /// The same rows.
  @inlinable
  public var all: Query<M> { self }

  /// Every row, where a query is expected: `shelf(of: .all)`.
  @inlinable
  public static var all: Query<M> { Query() }
}

extension Query: FetchableQuery, _RenderedRows {
  /// A row.
  public typealias Row = M

  /// The statement that fetches the rows, as `dialect` writes it.
  /// - Throws: ``QueryError`` if the query can't be written as SQL.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> RenderedStatement {
    try core.rows(for: dialect)
  }

  /// The statement that fetches the rows, `nil` if there is nothing to run.
  public func _statement(limit: Int?, for dialect: Dialect) throws(QueryError) -> RenderedStatement? {
    try core.first(limit).rows(for: dialect)
  }

  /// The statement that counts the rows, or tests whether there are any.
  public func _summary(_ summary: _RowSummary, for dialect: Dialect) throws(QueryError) -> RenderedStatement {
    try core.summary(summary, for: dialect)
  }

  /// Reads one row.
  @inlinable @inline(__always)
  public func _readRow(from row: inout some RowReader) throws -> M { try M(row: &row) }
}

extension Query {
  /// The rows for which `predicate` is true of a value, or the same rows if there is no value: a filter that may be
  /// empty.
  ///
  /// `Item.where(ifPresent: name) { $0.title == $1 }` is `WHERE t0."title" = ?1`, or no condition at all for `nil`.
  @inlinable
  public func `where`<Value, P: SQLExpression<Bool>>(
    ifPresent value: Value?, _ predicate: (M.Columns, Value) -> P
  ) -> Query<M> {
    guard let value else { return self }
    return self.where { predicate($0, value) }
  }
}

extension Queryable {
  /// The rows for which `predicate` is true of a value, or every row if there is no value; see ``Query/where(ifPresent:_:)``.
  @inlinable
  public static func `where`<Value, P: SQLExpression<Bool>>(
    ifPresent value: Value?, _ predicate: (Columns, Value) -> P
  ) -> Query<Self> {
    Query().where(ifPresent: value, predicate)
  }
}

extension Query where M: Model {
  /// The rows that a relationship of a model with itself leads to from the row with this key, and from each of those, and
  /// so on; with a `depth`, in as many steps at most. Each row is there once, whatever leads to it, and circles end: a row
  /// in a circle is reached from itself. A query like any other, in no particular order.
  ///
  /// `SELECT … FROM "node" AS t0 WHERE t0."id" IN (WITH RECURSIVE t1("k0") AS (SELECT t2."parent_id" FROM "node" AS t2
  /// WHERE t2."id" = ?1 UNION SELECT t3."parent_id" FROM t1 JOIN "node" AS t3 ON t3."id" = t1."k0") SELECT t1."k0" FROM t1)`
  public init(following relationship: Relationship<M, M>, from id: M.ID, depth: Int? = nil) {
    core = QueryCore(M.table, origin: .reached(relationship.path, from: id._boundValues, depth: depth))
  }
}
