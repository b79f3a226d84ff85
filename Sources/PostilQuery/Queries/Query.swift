/// A question about the rows of one table or view: a value, which runs nothing until it is asked to.
///
/// ```swift
/// let late = Item.where { $0.dueAt < now && !$0.done && $0.list.name == "Home" }
///                .order { ($0.priority.descending, $0.title) }
///                .limit(20, offset: 40)
/// let items = try late.fetchAll(in: db)
/// ```
///
/// The order in which the clauses are given does not matter: a limit counts the rows that every `where` leaves.
/// A query can be built piece by piece, by `if` and in loops, kept and sent anywhere; each method returns another query.
/// ``description`` is its SQL.
public struct Query<M: Queryable>: Sendable {
  @usableFromInline var core: QueryCore

  @usableFromInline
  init(core: QueryCore) { self.core = core }

  /// Every row of the table or view. Of a ``Projection``, which has none, it throws ``QueryError/projectionWithoutQuery(model:)`` when
  /// it is run.
  public init() {
    core = QueryCore(M.table)
    if !M.isStored { core.predicates = [.failure(.projectionWithoutQuery(model: M.table.model))] }
  }

  /// The rows that a relationship leads to from the row with this key; no row is loaded for it.
  ///
  /// `SELECT t1."id", t1."name" FROM "item_tags" AS t0 JOIN "tag" AS t1 ON t1."id" = t0."tag_id" WHERE t0."item_id" = ?1`
  public init<Owner: Model>(_ relationship: Relationship<Owner, M>, of id: Owner.ID) where M: Model {
    core = QueryCore(M.table, origin: .relatedToKey(relationship.path, id.bindings))
  }
}

extension Query {
  /// The rows for which `predicate` is true, too: a second `where` is joined to the first by `AND`.
  ///
  /// `WHERE t0."done" = 0 AND t0."due_at" < ?1`
  @inlinable
  public func `where`<P: SQLExpression<Bool>>(_ predicate: (M.Columns) -> P) -> Query<M> {
    let source = Source(M.table)
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
    let source = Source(M.table)
    return Query(core: core.ordered(by: Ordering.list(terms, of: M.Columns(source)), of: [source]))
  }

  /// The first `count` rows behind the first `offset`; replaces an earlier limit. A negative number counts as 0.
  ///
  /// `LIMIT ?1 OFFSET ?2`; without an order it is the database's choice which rows are the first.
  @inlinable
  public func limit(_ count: Int?, offset: Int = 0) -> Query<M> {
    Query(core: core.paged(limit: count, offset: offset))
  }

  /// The same rows.
  @inlinable
  public var all: Query<M> { self }

  /// Every row, where a query is asked for: `shelf(of: .all)`.
  @inlinable
  public static var all: Query<M> { Query() }
}

extension Query: SQLStatement {
  /// The statement that fetches the rows, as `dialect` writes it.
  /// - Throws: ``QueryError`` when the query cannot be written.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> RenderedStatement {
    try core.rows(for: dialect)
  }
}
