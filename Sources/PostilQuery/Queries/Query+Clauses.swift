// Less frequent clauses of a query.

extension Query {
  /// The rows for which the conditions so far, or `predicate`, are true: `.where { $0.isLent }.or { $0.title == "Emma" }` is
  /// `WHERE t0."is_lent" = 1 OR t0."title" = ?1`. Without conditions so far, it returns the same rows.
  public func or<P: SQLExpression<Bool>>(@ConditionBuilder _ predicate: (M.Columns) -> P) -> Query<M> {
    let source = _Source(M.table)
    var query = core.limitedRows(keepingOrder: true, for: "or").reading([source])
    guard let first = query.predicates.first else { return self }
    let all = query.predicates.dropFirst().reduce(first) { .and($0, $1) }
    query.predicates = [.or(all, predicate(M.Columns(source)).node)]
    return Query(core: query)
  }

  /// No rows: `WHERE FALSE`. For a branch that finds nothing.
  public func none() -> Query<M> { Query(core: core.filtered(by: .literal("FALSE"), of: [])) }

  /// The same rows in the opposite order, with `NULL` at the other end. Without an order, the rows are sorted by their primary key, the
  /// largest first.
  public func reversed() -> Query<M> {
    let source = _Source(M.table)
    var query = core.limitedRows(keepingOrder: true, for: "reversed").reading([source])
    if let position = query.position {
      query.orderings.append(Ordering(.position(position, of: source), isDescending: false, takesNull: true))
      query.ordersByPosition = false
    }
    if query.orderings.isEmpty {
      query.orderings = M.table.primaryKey.map {
        Ordering(.column($0, of: source), isDescending: false, takesNull: false)
      }
    }
    query.orderings = query.orderings.map(\.reversed)
    return Query(core: query)
  }

  /// The same rows without an order: the database decides which come first. It is for an order that replaces another one.
  public func unordered() -> Query<M> {
    var query = core.limitedRows(keepingOrder: false, for: "unordered")
    query.orderings = []
    query.ordersByPosition = false
    return Query(core: query)
  }

  /// The first `count` rows of each group, in the order of the query: `Book.order { $0.price.descending }.limit(3, per: { $0.genre })`.
  /// With a limit of 1, it is the row with the largest or smallest value of a group, or one row for each different value.
  ///
  /// The rows are those of a subquery with `row_number() OVER (PARTITION BY t1."genre" ORDER BY t1."price" DESC)`.
  public func limit(_ count: Int, @GroupBuilder per group: (M.Columns) -> [_ExpressionNode]) -> Query<M> {
    let source = _Source(M.table)
    var inner = core.limitedRows(keepingOrder: true, for: "limit").reading([source])
    if let refusal = QueryError.negativePage(limit: count, offset: 0) { inner.predicates.append(.failure(refusal)) }
    if inner.position != nil {
      if inner.orderings.isEmpty {
        inner.predicates.append(.failure(.argument(function: "limit(_:per:)", needs: "an 'order' before it")))
      }
      inner.ordersByPosition = false
    }
    let order = inner.orderings
    inner.orderings = []
    let number = _ExpressionNode.window(
      .rowNumber, [], over: SQL.Window(group(M.Columns(source)), order, nil))
    var statement = SelectStatement(
      inner, results: M.table.allColumns.map { .column($0, of: source) } + [number], of: [source])
    statement.tables.position = "0.number"
    // A statement of its own, so that an 'or' that follows doesn't apply to the number.
    let numbers = QueryCore(M.table, origin: .derived(statement)).filtered(
      by: .comparison(.lessOrEqual, .position("0.number", of: source), .value(.integer(Int64(count))), .none),
      of: [source])
    var query = QueryCore(M.table, origin: .derived(SelectStatement(rowsOf: numbers)))
    query.roots = inner.roots
    query.orderings = order
    return Query(core: query)
  }
}
