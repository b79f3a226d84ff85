// Of the two forms of each join that of a type is tried first. Where something else is wrong in a closure, Swift tries them all, and
// takes seconds for conditions over a table that it cannot know, those of a query when a type is passed.

extension Query {
  /// The rows of this query with those of another that satisfy a condition: `JOIN "list" AS t1 ON t1."id" = t0."list_id"`.
  ///
  /// The conditions of `other` count, and its order does not; where it has a limit or groups it is a subquery.
  @inlinable @_disfavoredOverload
  public func join<T: Queryable, P: SQLExpression<Bool>>(
    _ other: Query<T>, on condition: (M.Columns, T.Columns) -> P
  ) -> JoinedQuery<TwoTables<M, T>> {
    let sources = [Source(M.table), Source(T.table)]
    let node = condition(M.Columns(sources[0]), T.Columns(sources[1])).node
    return JoinedQuery(core: core.joined(to: other.core, isLeft: false, on: node, of: sources))
  }

  /// The rows of this query with those of a table that satisfy a condition.
  @inlinable
  public func join<T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, on condition: (M.Columns, T.Columns) -> P
  ) -> JoinedQuery<TwoTables<M, T>> { join(Query<T>(), on: condition) }

  /// Every row of this query, with each row of another that satisfies a condition or with none:
  /// `LEFT JOIN "list" AS t1 ON t1."id" = t0."list_id"`.
  @inlinable @_disfavoredOverload
  public func leftJoin<T: Queryable, P: SQLExpression<Bool>>(
    _ other: Query<T>, on condition: (M.Columns, T.Columns) -> P
  ) -> JoinedQuery<TwoTables<M, T?>> {
    let sources = [Source(M.table), Source(T.table)]
    let node = condition(M.Columns(sources[0]), T.Columns(sources[1])).node
    return JoinedQuery(core: core.joined(to: other.core, isLeft: true, on: node, of: sources))
  }

  /// Every row of this query, with each row of a table that satisfies a condition or with none.
  @inlinable
  public func leftJoin<T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, on condition: (M.Columns, T.Columns) -> P
  ) -> JoinedQuery<TwoTables<M, T?>> { leftJoin(Query<T>(), on: condition) }

  /// Every row of this query with every row of another: `CROSS JOIN`.
  @inlinable
  public func crossJoin<T: Queryable>(_ other: Query<T>) -> JoinedQuery<TwoTables<M, T>> {
    JoinedQuery(core: core.joined(to: other.core, isLeft: false, on: nil, of: []))
  }

  /// The rows in groups that have the values of these expressions in common.
  ///
  /// `.group { $0.listID }.select { ($0.listID, SQL.count()) }` is
  /// `SELECT t0."list_id", count(*) FROM "item" AS t0 GROUP BY t0."list_id"`.
  @inlinable
  public func group<First: SQLExpression, each E: SQLExpression>(
    _ expressions: (M.Columns) -> (First, repeat each E)
  ) -> GroupedQuery<OneTable<M>> {
    let source = Source(M.table)
    return GroupedQuery(core: core.grouped(by: ExpressionNode.list(expressions, of: M.Columns(source)), of: [source]))
  }
}
