/// A query without its types: the clauses, each with the source that its closure got.
///
/// Every closure gets a source of its own, and all of them stand for the same row. So a query can be nested in another that was
/// made from the same beginning, and the two are still told apart.
@usableFromInline
struct QueryCore: Sendable {
  /// Where the rows come from.
  enum Origin: Sendable {
    /// Every row of the table.
    case table
    /// The rows that a relationship leads to from the row with a key.
    case relatedToKey(RelationshipPath, [Binding])
    /// The rows that a relationship leads to from a row of a query around this one.
    case related(RelationshipPath, to: Source)
    /// The rows that a relationship of a table with itself leads to from the row with a key, in any number of steps, or in
    /// `depth` of them at most.
    case reached(RelationshipPath, from: [Binding], depth: Int?)
  }

  let table: TableDescription
  let origin: Origin
  /// The sources that stand for a row of this query.
  var roots: [Source] = []
  /// The conditions, all of which are to be true.
  var predicates: [ExpressionNode] = []
  var orderings: [Ordering] = []
  /// Which rows of a table with `@softDelete` are seen.
  var deletedRows = DeletedRows.excluded
  var limit: Int?
  var offset = 0

  init(_ table: TableDescription, origin: Origin = .table) {
    self.table = table
    self.origin = origin
  }

  /// Whether the rows are the first or some later ones only.
  var isPaged: Bool { limit != nil || offset > 0 }

  /// The column of the position, where the rows are members of an ordered relationship.
  var position: String? {
    switch origin {
    case .table, .reached: nil
    case .relatedToKey(let path, _), .related(let path, _): path.order
    }
  }

  /// How many levels the deepest expression has.
  var depth: UInt16 {
    var depth: UInt16 = 0
    for predicate in predicates { depth = max(depth, predicate.depth) }
    for ordering in orderings { depth = max(depth, ordering.node.depth) }
    return depth
  }

  @usableFromInline
  func filtered(by predicate: ExpressionNode, of source: Source) -> QueryCore {
    var query = self
    query.roots.append(source)
    query.predicates.append(predicate)
    return query
  }

  @usableFromInline
  func ordered(by terms: [Ordering], of source: Source) -> QueryCore {
    var query = self
    query.roots.append(source)
    query.orderings += terms
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

  /// The first row of this query alone.
  @usableFromInline
  func first() -> QueryCore {
    var query = self
    query.limit = min(limit ?? 1, 1)
    return query
  }
}
