/// A query of several tables that are joined by conditions: `Item.join(Project.self) { item, project in item.projectID
/// == project.id }` is a ``TwoTables`` of `Item` and `Project`.
///
/// The closures get the columns of each table. The query returns tuples of rows, or the result of `select`. If a
/// relationship leads from one table to the other, no explicit join is needed: `$0.project.name` is a join.
public protocol JoinedQuery: _TablesQuery, FetchableQuery, _RenderedRows where Row == Tables.Rows {}

extension JoinedQuery {
  /// The rows for which `predicate` is also true. As in a join's condition, `==` of two columns never matches `NULL`.
  @inlinable
  public func `where`<P: SQLExpression<Bool>>(@ConditionBuilder _ predicate: (Tables.Columns) -> P) -> Self {
    let sources = Tables.makeSources()
    return Self(
      _QueryCore(_core.core.filtered(by: predicate(Tables.columns(of: sources)).node.matchingValues, of: sources)))
  }

  /// The rows grouped by the values of these expressions.
  @inlinable
  public func group(@GroupBuilder _ expressions: (Tables.Columns) -> [_ExpressionNode]) -> GroupedQuery<Tables> {
    let sources = Tables.makeSources()
    return GroupedQuery(core: _core.core.grouped(by: expressions(Tables.columns(of: sources)), of: sources))
  }
}

extension JoinedQuery {
  /// Joins rows to others by a condition on the columns of all of them.
  @inlinable
  init(_ core: QueryCore, joining rows: QueryCore, isLeft: Bool, on condition: (Tables.Columns) -> _ExpressionNode) {
    let sources = Tables.makeSources()
    let node = condition(Tables.columns(of: sources)).matchingValues
    self.init(_QueryCore(core.joined(to: rows, isLeft: isLeft, on: node, of: sources)))
  }
}

extension JoinedQuery {
  /// The statement that returns all columns of all tables.
  var statement: SelectStatement {
    let sources = Tables.makeSources()
    let nodes = zip(Tables.tables, sources).flatMap { table, source in
      table.columns.map { _ExpressionNode.column($0.name, of: source) }
    }
    return SelectStatement(_core.core, results: nodes, of: sources)
  }
}

/// Each row is a tuple of one row from each table.
extension JoinedQuery {
  /// The statement that fetches the rows, in SQL for `dialect`.
  /// - Throws: ``QueryError`` if the query can't be written as SQL.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> _RenderedStatement {
    try statement.rendered(for: dialect)
  }

  /// The statement that fetches the rows; `nil` if there is nothing to run.
  public func _statement(limit: Int?, for dialect: Dialect) throws(QueryError) -> _RenderedStatement? {
    try statement.first(limit).rendered(for: dialect)
  }

  /// The statement that counts the rows, or tests whether there are any.
  public func _summary(_ summary: _RowSummary, for dialect: Dialect) throws(QueryError) -> _RenderedStatement {
    try _core.core.summary(summary, for: dialect)
  }

  /// Reads one row.
  @inlinable @inline(__always)
  public func _readRow(from row: inout some RowReader) throws -> Tables.Rows { try Tables.readRows(from: &row) }
}

/// A table that is joined to the previous ones by a condition.
struct ExplicitJoin: Sendable {
  enum Kind: Sendable { case inner, left }

  let kind: Kind
  /// The joined rows.
  var rows: QueryCore
  /// The condition; `nil` joins every row with every row.
  var condition: _ExpressionNode?

  /// Removes the conditions that use paths, and returns them. In an inner join, they can as well be in the `WHERE`.
  mutating func removePathConditions() -> [_ExpressionNode] {
    var removed: [_ExpressionNode] = []
    if let condition, condition.usesPath {
      removed.append(condition)
      self.condition = nil
    }
    removed += rows.predicates.filter(\.usesPath)
    rows.predicates.removeAll(where: \.usesPath)
    return removed
  }
}

extension _ExpressionNode {
  /// Whether the expression, apart from its subqueries, has a column at the end of a to-one path.
  fileprivate var usesPath: Bool {
    if case .column(_, let source) = kind { return source.node.parent != nil }
    return children.contains(where: \.usesPath)
  }
}

extension QueryCore {
  @usableFromInline
  func joined(to rows: QueryCore, isLeft: Bool, on condition: _ExpressionNode?, of sources: [_Source]) -> QueryCore {
    // Rows that were limited, deduplicated or grouped become a separate table.
    var query = isPaged || isDistinct || groupings != nil ? asTable() : self
    query.joins.append(ExplicitJoin(kind: isLeft ? .left : .inner, rows: rows, condition: condition))
    return query.reading(sources)
  }

  /// Every row of this query, joined with every row of another one.
  @usableFromInline
  func crossJoined(to rows: QueryCore) -> _QueryCore { _QueryCore(joined(to: rows, isLeft: false, on: nil, of: [])) }

  /// Whether the rows can be joined like a table, together with their conditions.
  var isJoinedAsTable: Bool {
    guard joins.isEmpty, groupings == nil, !isDistinct, !isPaged else { return false }
    switch origin {
    case .table, .derived, .common, .elements: return true
    case .relatedToKey, .related, .reached, .constants: return false
    }
  }
}
