// For each join, Swift tries the overload that takes a type first. If a closure contains an error, Swift tries all overloads, and
// needs seconds for conditions on a table that it can't infer, such as that of a query when a type is passed.

extension Query {
  /// Joins the rows of this query with the rows of another query that satisfy a condition: `JOIN "project" AS t1 ON
  /// t1."id" = t0."project_id"`.
  ///
  /// The conditions of `other` apply, but its order doesn't. If it has a limit or groups, it becomes a subquery.
  @inlinable @_disfavoredOverload
  public func join<T: Queryable, P: SQLExpression<Bool>>(
    _ other: Query<T>, on condition: (M.Columns, T.Columns) -> P
  ) -> JoinedQuery<TwoTables<M, T>> {
    let sources = [_Source(M.table), _Source(T.table)]
    let node = condition(M.Columns(sources[0]), T.Columns(sources[1])).node
    return JoinedQuery(core: core.joined(to: other.core, isLeft: false, on: node, of: sources))
  }

  /// Joins the rows of this query with the rows of a table that satisfy a condition.
  @inlinable
  public func join<T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, on condition: (M.Columns, T.Columns) -> P
  ) -> JoinedQuery<TwoTables<M, T>> { join(Query<T>(), on: condition) }

  /// Joins the rows of this query with the rows of another query that satisfy a condition, and keeps rows without a
  /// match: `LEFT JOIN "project" AS t1 ON t1."id" = t0."project_id"`.
  @inlinable @_disfavoredOverload
  public func leftJoin<T: Queryable, P: SQLExpression<Bool>>(
    _ other: Query<T>, on condition: (M.Columns, T.Columns) -> P
  ) -> JoinedQuery<TwoTables<M, T?>> {
    let sources = [_Source(M.table), _Source(T.table)]
    let node = condition(M.Columns(sources[0]), T.Columns(sources[1])).node
    return JoinedQuery(core: core.joined(to: other.core, isLeft: true, on: node, of: sources))
  }

  /// Joins the rows of this query with the rows of a table that satisfy a condition, and keeps rows without a match.
  @inlinable
  public func leftJoin<T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, on condition: (M.Columns, T.Columns) -> P
  ) -> JoinedQuery<TwoTables<M, T?>> { leftJoin(Query<T>(), on: condition) }

  /// Joins every row of this query with every row of another query: `CROSS JOIN`.
  @inlinable
  public func crossJoin<T: Queryable>(_ other: Query<T>) -> JoinedQuery<TwoTables<M, T>> {
    JoinedQuery(core: core.joined(to: other.core, isLeft: false, on: nil, of: []))
  }

  /// The rows grouped by the values of these expressions.
  ///
  /// `.group { $0.projectID }.select { ($0.projectID, SQL.count()) }` is
  /// `SELECT t0."project_id", count(*) FROM "item" AS t0 GROUP BY t0."project_id"`.
  @inlinable
  public func group<First: SQLExpression, each E: SQLExpression>(
    _ expressions: (M.Columns) -> (First, repeat each E)
  ) -> GroupedQuery<OneTable<M>> {
    let source = _Source(M.table)
    return GroupedQuery(core: core.grouped(by: ExpressionNode.list(expressions, of: M.Columns(source)), of: [source]))
  }
}

// The condition has one more parameter for each additional table. These are separate overloads because in chained
// calls, Swift 6.3 doesn't find methods whose parameters are a pack and one more type.

extension JoinedQuery {
  /// Joins the rows of this query with the rows of another query that satisfy a condition: `JOIN "project" AS t2 ON …`.
  @inlinable @_disfavoredOverload
  public func join<A, B, T: Queryable, P: SQLExpression<Bool>>(
    _ other: Query<T>, on condition: (A.RowColumns, B.RowColumns, T.RowColumns) -> P
  ) -> JoinedQuery<ThreeTables<A, B, T>> where Tables == TwoTables<A, B> {
    let sources = ThreeTables<A, B, T>.makeSources()
    let columns = ThreeTables<A, B, T>.columns(of: sources)
    let node = condition(columns.0, columns.1, columns.2).node
    return JoinedQuery<ThreeTables<A, B, T>>(core: core.joined(to: other.core, isLeft: false, on: node, of: sources))
  }

  /// Joins the rows of this query with the rows of a table that satisfy a condition.
  @inlinable
  public func join<A, B, T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, on condition: (A.RowColumns, B.RowColumns, T.RowColumns) -> P
  ) -> JoinedQuery<ThreeTables<A, B, T>> where Tables == TwoTables<A, B> {
    join(Query<T>(), on: condition)
  }

  /// Joins the rows of this query with the rows of another query that satisfy a condition, and keeps rows without a
  /// match: `LEFT JOIN "project" AS t2 ON …`.
  @inlinable @_disfavoredOverload
  public func leftJoin<A, B, T: Queryable, P: SQLExpression<Bool>>(
    _ other: Query<T>, on condition: (A.RowColumns, B.RowColumns, T.RowColumns) -> P
  ) -> JoinedQuery<ThreeTables<A, B, T?>> where Tables == TwoTables<A, B> {
    let sources = ThreeTables<A, B, T>.makeSources()
    let columns = ThreeTables<A, B, T>.columns(of: sources)
    let node = condition(columns.0, columns.1, columns.2).node
    return JoinedQuery<ThreeTables<A, B, T?>>(core: core.joined(to: other.core, isLeft: true, on: node, of: sources))
  }

  /// Joins the rows of this query with the rows of a table that satisfy a condition, and keeps rows without a match.
  @inlinable
  public func leftJoin<A, B, T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, on condition: (A.RowColumns, B.RowColumns, T.RowColumns) -> P
  ) -> JoinedQuery<ThreeTables<A, B, T?>> where Tables == TwoTables<A, B> {
    leftJoin(Query<T>(), on: condition)
  }
}

extension JoinedQuery {
  /// Joins the rows of this query with the rows of another query that satisfy a condition: `JOIN "project" AS t3 ON …`.
  @inlinable @_disfavoredOverload
  public func join<A, B, C, T: Queryable, P: SQLExpression<Bool>>(
    _ other: Query<T>, on condition: (A.RowColumns, B.RowColumns, C.RowColumns, T.RowColumns) -> P
  ) -> JoinedQuery<FourTables<A, B, C, T>> where Tables == ThreeTables<A, B, C> {
    let sources = FourTables<A, B, C, T>.makeSources()
    let columns = FourTables<A, B, C, T>.columns(of: sources)
    let node = condition(columns.0, columns.1, columns.2, columns.3).node
    return JoinedQuery<FourTables<A, B, C, T>>(core: core.joined(to: other.core, isLeft: false, on: node, of: sources))
  }

  /// Joins the rows of this query with the rows of a table that satisfy a condition.
  @inlinable
  public func join<A, B, C, T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, on condition: (A.RowColumns, B.RowColumns, C.RowColumns, T.RowColumns) -> P
  ) -> JoinedQuery<FourTables<A, B, C, T>> where Tables == ThreeTables<A, B, C> {
    join(Query<T>(), on: condition)
  }

  /// Joins the rows of this query with the rows of another query that satisfy a condition, and keeps rows without a
  /// match: `LEFT JOIN "project" AS t3 ON …`.
  @inlinable @_disfavoredOverload
  public func leftJoin<A, B, C, T: Queryable, P: SQLExpression<Bool>>(
    _ other: Query<T>, on condition: (A.RowColumns, B.RowColumns, C.RowColumns, T.RowColumns) -> P
  ) -> JoinedQuery<FourTables<A, B, C, T?>> where Tables == ThreeTables<A, B, C> {
    let sources = FourTables<A, B, C, T>.makeSources()
    let columns = FourTables<A, B, C, T>.columns(of: sources)
    let node = condition(columns.0, columns.1, columns.2, columns.3).node
    return JoinedQuery<FourTables<A, B, C, T?>>(core: core.joined(to: other.core, isLeft: true, on: node, of: sources))
  }

  /// Joins the rows of this query with the rows of a table that satisfy a condition, and keeps rows without a match.
  @inlinable
  public func leftJoin<A, B, C, T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, on condition: (A.RowColumns, B.RowColumns, C.RowColumns, T.RowColumns) -> P
  ) -> JoinedQuery<FourTables<A, B, C, T?>> where Tables == ThreeTables<A, B, C> {
    leftJoin(Query<T>(), on: condition)
  }
}

extension JoinedQuery {
  /// Joins the rows of this query with the rows of another query that satisfy a condition: `JOIN "project" AS t4 ON …`.
  @inlinable @_disfavoredOverload
  public func join<A, B, C, D, T: Queryable, P: SQLExpression<Bool>>(
    _ other: Query<T>, on condition: (A.RowColumns, B.RowColumns, C.RowColumns, D.RowColumns, T.RowColumns) -> P
  ) -> JoinedQuery<FiveTables<A, B, C, D, T>> where Tables == FourTables<A, B, C, D> {
    let sources = FiveTables<A, B, C, D, T>.makeSources()
    let columns = FiveTables<A, B, C, D, T>.columns(of: sources)
    let node = condition(columns.0, columns.1, columns.2, columns.3, columns.4).node
    return JoinedQuery<FiveTables<A, B, C, D, T>>(
      core: core.joined(to: other.core, isLeft: false, on: node, of: sources))
  }

  /// Joins the rows of this query with the rows of a table that satisfy a condition.
  @inlinable
  public func join<A, B, C, D, T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, on condition: (A.RowColumns, B.RowColumns, C.RowColumns, D.RowColumns, T.RowColumns) -> P
  ) -> JoinedQuery<FiveTables<A, B, C, D, T>> where Tables == FourTables<A, B, C, D> {
    join(Query<T>(), on: condition)
  }

  /// Joins the rows of this query with the rows of another query that satisfy a condition, and keeps rows without a
  /// match: `LEFT JOIN "project" AS t4 ON …`.
  @inlinable @_disfavoredOverload
  public func leftJoin<A, B, C, D, T: Queryable, P: SQLExpression<Bool>>(
    _ other: Query<T>, on condition: (A.RowColumns, B.RowColumns, C.RowColumns, D.RowColumns, T.RowColumns) -> P
  ) -> JoinedQuery<FiveTables<A, B, C, D, T?>> where Tables == FourTables<A, B, C, D> {
    let sources = FiveTables<A, B, C, D, T>.makeSources()
    let columns = FiveTables<A, B, C, D, T>.columns(of: sources)
    let node = condition(columns.0, columns.1, columns.2, columns.3, columns.4).node
    return JoinedQuery<FiveTables<A, B, C, D, T?>>(
      core: core.joined(to: other.core, isLeft: true, on: node, of: sources))
  }

  /// Joins the rows of this query with the rows of a table that satisfy a condition, and keeps rows without a match.
  @inlinable
  public func leftJoin<A, B, C, D, T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, on condition: (A.RowColumns, B.RowColumns, C.RowColumns, D.RowColumns, T.RowColumns) -> P
  ) -> JoinedQuery<FiveTables<A, B, C, D, T?>> where Tables == FourTables<A, B, C, D> {
    leftJoin(Query<T>(), on: condition)
  }
}
