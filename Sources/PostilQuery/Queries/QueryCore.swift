/// A query without its types: the clauses, each with the sources that its closure got.
///
/// Every closure gets its own sources, which all represent the same rows. Therefore, even if a query is nested in
/// another one with the same origin, the two can be distinguished.
@usableFromInline
package struct QueryCore: Sendable {
  /// The origin of the rows.
  package indirect enum Origin: Sendable {
    /// All rows of the table.
    case table
    /// The rows that a relationship leads to from the row with a key.
    case relatedToKey(RelationshipPath, [BoundValue])
    /// The rows that a relationship leads to from a row of an enclosing query, or from any row.
    case related(RelationshipPath, to: _Source?)
    /// The rows that a relationship of a table with itself leads to from the row with a key, in any number of steps or
    /// at most `depth`.
    case reached(RelationshipPath, from: [BoundValue], depth: Int?)
    /// The rows of another statement, whose results are named like the table's columns.
    case derived(SelectStatement)
    /// The rows of a common table expression.
    case common(CommonTable)
    /// The elements of a JSON array in the rows of the joined tables before this one.
    case elements(JSONNode)
    /// One row without columns, for a statement of constants.
    case constants

    /// The number of levels of the deepest expression.
    fileprivate var depth: UInt16 {
      switch self {
      case .derived(let statement): statement.depth + 1
      case .common(let table): table.depth + 1
      case .elements(let node): node.document.depth + 1
      case .table, .relatedToKey, .related, .reached, .constants: 0
      }
    }
  }

  /// A source, and the index of the table whose row it represents: 0 is the first table, followed by the joined ones.
  struct Root: Sendable {
    let source: _Source
    let element: Int
  }

  package let table: _TableDescription
  var origin: Origin
  /// The explicitly joined tables.
  var joins: [ExplicitJoin] = []
  /// The sources that represent a row of this query.
  var roots: [Root] = []
  /// The conditions, combined with `AND`.
  var predicates: [_ExpressionNode] = []
  /// The expressions by which the rows are grouped; `nil` if they aren't grouped.
  var groupings: [_ExpressionNode]?
  /// The conditions on groups, combined with `AND`.
  var groupPredicates: [_ExpressionNode] = []
  package var orderings: [Ordering] = []
  /// Whether members of an ordered relationship are sorted by position after the query's own terms.
  package var ordersByPosition = true
  /// Whether duplicate rows are removed.
  var isDistinct = false
  /// Which rows of a table with `@softDelete` are returned.
  package var deletedRows = DeletedRows.excluded
  var limit: Int?
  var offset = 0

  package init(_ table: _TableDescription, origin: Origin = .table) {
    self.table = table
    self.origin = origin
    // Rendering goes as deep as the statements are nested, and the stack is limited.
    if origin.depth > _ExpressionNode.maximumDepth {
      (self.origin, predicates) = (.table, [.failure(.expressionTooDeep)])
    }
  }

  /// All rows of a table or view. A projection has none: its query throws when it runs.
  @usableFromInline
  init(all table: _TableDescription, isStored: Bool) {
    self.init(table)
    if !isStored { predicates = [.failure(.projectionWithoutQuery(model: table.model))] }
  }

  /// Whether a limit or an offset selects some of the rows.
  var isPaged: Bool { limit != nil || offset > 0 }

  /// Whether the rows are all rows of the table, apart from deleted ones.
  @usableFromInline var isWholeTable: Bool {
    guard case .table = origin else { return false }
    return hasNoConditions && !isPaged
  }

  /// Whether the query adds nothing except an order and a page to its origin.
  var hasNoConditions: Bool { joins.isEmpty && predicates.isEmpty && groupings == nil && !isDistinct }

  /// The position column, if the rows are members of an ordered relationship and sorted by position.
  var position: String? {
    guard ordersByPosition else { return nil }
    return switch origin {
    case .table, .reached, .derived, .common, .constants, .elements: nil
    case .relatedToKey(let path, _), .related(let path, _): path.order
    }
  }

  /// Whether the rows come from the table, so that a statement can write to it by name.
  var isOfTable: Bool {
    switch origin {
    case .table, .reached: true
    case .relatedToKey(let path, _), .related(let path, _): path.join == nil
    case .derived, .common, .constants, .elements: false
    }
  }

  /// The number of levels of the deepest expression.
  var depth: UInt16 {
    var depth = origin.depth
    for predicate in predicates { depth = max(depth, predicate.depth) }
    for predicate in groupPredicates { depth = max(depth, predicate.depth) }
    for grouping in groupings ?? [] { depth = max(depth, grouping.depth) }
    for ordering in orderings { depth = max(depth, ordering.node.depth) }
    for join in joins { depth = max(depth, join.condition?.depth ?? 0, join.rows.depth) }
    return depth
  }

  /// The same query, in which these sources also represent the rows of its tables, in order.
  @usableFromInline
  func reading(_ sources: [_Source]) -> QueryCore {
    var query = self
    for (element, source) in sources.enumerated() { query.roots.append(Root(source: source, element: element)) }
    return query
  }

  /// Adds a condition, in which the source represents the rows of the first table. A chain of clauses builds one query in place.
  @usableFromInline
  package mutating func filter(by predicate: _ExpressionNode, of source: _Source) {
    if isPaged { self = limitedRows(keepingOrder: true, for: "where") }
    roots.append(Root(source: source, element: 0))
    predicates.append(predicate)
  }

  /// Adds terms of the order, in which the source represents the rows of the first table.
  @usableFromInline
  package mutating func order(by terms: [Ordering], of source: _Source) {
    if isPaged { self = limitedRows(keepingOrder: false, for: "order") }
    roots.append(Root(source: source, element: 0))
    if orderings.isEmpty { orderings = terms } else { orderings += terms }
  }

  @usableFromInline
  package func filtered(by predicate: _ExpressionNode, of sources: [_Source]) -> QueryCore {
    var query = limitedRows(keepingOrder: true, for: "where").reading(sources)
    query.predicates.append(predicate)
    return query
  }

  @usableFromInline
  func ordered(by terms: [Ordering], of sources: [_Source]) -> QueryCore {
    var query = limitedRows(keepingOrder: false, for: "order").reading(sources)
    query.orderings += terms
    return query
  }

  @usableFromInline
  func grouped(by expressions: [_ExpressionNode], of sources: [_Source]) -> QueryCore {
    var query = limitedRows(keepingOrder: false, for: "group").reading(sources)
    // A value that is neither true nor false counts as false. Otherwise, its group would look the same as that of the
    // false values.
    query.groupings = expressions.map(\.asValue)
    return query
  }

  @usableFromInline
  func groupsFiltered(by predicate: _ExpressionNode, of sources: [_Source]) -> QueryCore {
    var query = limitedRows(keepingOrder: true, for: "having").reading(sources)
    query.groupPredicates.append(predicate)
    return query
  }

  /// At most `limit` of the rows of this query, after skipping `offset` of them.
  @usableFromInline
  package func paged(limit: Int?, offset: Int) -> QueryCore {
    var query = self
    query.page(limit: limit, offset: offset)
    return query
  }

  /// Keeps at most `limit` of the rows, after skipping `offset` of them.
  @usableFromInline
  mutating func page(limit: Int?, offset: Int) {
    if let refusal = QueryError.negativePage(limit: limit, offset: offset) {
      predicates.append(.failure(refusal))
    } else {
      (self.limit, self.offset) = Self.page(limit, offset, of: (self.limit, self.offset))
    }
  }

  /// The limit and offset of a page of the rows of another page.
  static func page(_ limit: Int?, _ offset: Int, of outer: (limit: Int?, offset: Int)) -> (limit: Int?, offset: Int) {
    let (start, isTooLarge) = outer.offset.addingReportingOverflow(offset)
    let rest = outer.limit.map { max($0 - offset, 0) }
    let smaller = if let limit, let rest { min(limit, rest) } else { limit ?? rest }
    return (smaller, isTooLarge ? .max : start)
  }

  /// At most `count` rows of this query; `nil` for all.
  func first(_ count: Int?) -> QueryCore {
    guard let count else { return self }
    var query = self
    query.limit = min(limit ?? count, count)
    return query
  }
}
