/// A query without its types: the clauses, each with the sources that its closure got.
///
/// Every closure gets its own sources, and all of them represent the same rows. So a query can be nested in another that was
/// made from the same beginning, and the two are still distinguished.
@usableFromInline
struct QueryCore: Sendable {
  /// Where the rows come from.
  indirect enum Origin: Sendable {
    /// Every row of the table.
    case table
    /// The rows that a relationship leads to from the row with a key.
    case relatedToKey(RelationshipPath, [BoundValue])
    /// The rows that a relationship leads to from a row of a query around this one.
    case related(RelationshipPath, to: _Source)
    /// The rows that a relationship of a table with itself leads to from the row with a key, in any number of steps, or in
    /// `depth` of them at most.
    case reached(RelationshipPath, from: [BoundValue], depth: Int?)
    /// The rows of another statement, whose results have the names of the table's columns.
    case derived(SelectStatement)
    /// The rows of a common table expression.
    case common(CommonTable)
  }

  /// A source, and the table of the query whose row it represents: 0 is the first, followed by the joined ones.
  struct Root: Sendable {
    let source: _Source
    let element: Int
  }

  let table: _TableDescription
  var origin: Origin
  /// The tables that were joined by a condition.
  var joins: [ExplicitJoin] = []
  /// The sources that represent a row of this query.
  var roots: [Root] = []
  /// The conditions, all of which are to be true.
  var predicates: [ExpressionNode] = []
  /// What the rows of a group have in common; `nil` if rows are not grouped.
  var groupings: [ExpressionNode]?
  /// The conditions on groups, all of which are to be true.
  var groupPredicates: [ExpressionNode] = []
  var orderings: [Ordering] = []
  /// Whether members of an ordered relationship are ordered by their position after the query's own terms.
  var ordersByPosition = true
  /// Whether duplicate rows are returned once.
  var isDistinct = false
  /// Which rows of a table with `@softDelete` are seen.
  var deletedRows = DeletedRows.excluded
  var limit: Int?
  var offset = 0

  init(_ table: _TableDescription, origin: Origin = .table) {
    self.table = table
    self.origin = origin
  }

  /// Whether the rows are the first or some later ones only.
  var isPaged: Bool { limit != nil || offset > 0 }

  /// Whether the query adds only an order and a page to its origin.
  var hasNoConditions: Bool { joins.isEmpty && predicates.isEmpty && groupings == nil && !isDistinct }

  /// The column of the position, where the rows are members of an ordered relationship and ordered by it.
  var position: String? {
    guard ordersByPosition else { return nil }
    return switch origin {
    case .table, .reached, .derived, .common: nil
    case .relatedToKey(let path, _), .related(let path, _): path.order
    }
  }

  /// Whether the rows are those of the table that a statement can write to by its name.
  var isOfTable: Bool {
    switch origin {
    case .table, .reached: true
    case .relatedToKey(let path, _), .related(let path, _): path.join == nil
    case .derived, .common: false
    }
  }

  /// How many levels the deepest expression has.
  var depth: UInt16 {
    var depth: UInt16 = 0
    for predicate in predicates { depth = max(depth, predicate.depth) }
    for predicate in groupPredicates { depth = max(depth, predicate.depth) }
    for grouping in groupings ?? [] { depth = max(depth, grouping.depth) }
    for ordering in orderings { depth = max(depth, ordering.node.depth) }
    for join in joins { depth = max(depth, join.condition?.depth ?? 0, join.rows.depth) }
    switch origin {
    case .derived(let statement): depth = max(depth, statement.depth + 1)
    case .common(let table): depth = max(depth, table.depth + 1)
    case .table, .relatedToKey, .related, .reached: break
    }
    return depth
  }

  /// The same query, in which these sources represent the rows of its tables, in their order.
  @usableFromInline
  func reading(_ sources: [_Source]) -> QueryCore {
    var query = self
    for (element, source) in sources.enumerated() { query.roots.append(Root(source: source, element: element)) }
    return query
  }

  @usableFromInline
  func filtered(by predicate: ExpressionNode, of sources: [_Source]) -> QueryCore {
    var query = reading(sources)
    query.predicates.append(predicate)
    return query
  }

  @usableFromInline
  func ordered(by terms: [Ordering], of sources: [_Source]) -> QueryCore {
    var query = reading(sources)
    query.orderings += terms
    return query
  }

  @usableFromInline
  func grouped(by expressions: [ExpressionNode], of sources: [_Source]) -> QueryCore {
    var query = reading(sources)
    // What is neither true nor false is false: a group of its own would look like that of the false ones.
    query.groupings = expressions.map(\.asValue)
    return query
  }

  @usableFromInline
  func groupsFiltered(by predicate: ExpressionNode, of sources: [_Source]) -> QueryCore {
    var query = reading(sources)
    query.groupPredicates.append(predicate)
    return query
  }

  /// The rows of this query from `offset` on, `limit` of them at most.
  @usableFromInline
  func paged(limit: Int?, offset: Int) -> QueryCore {
    var query = self
    query.limit = limit.map { max($0, 0) }
    query.offset = max(offset, 0)
    return query
  }

  /// The first `count` rows of this query only, all of them for `nil`.
  func first(_ count: Int?) -> QueryCore {
    guard let count else { return self }
    var query = self
    query.limit = min(limit ?? count, count)
    return query
  }
}
