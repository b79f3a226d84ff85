// Each kind of join has a single function for each way to name the other table, and each number of tables has a type of its own.
// With overloads, Swift would try all combinations of them in a chain of joins after a mistake in one closure.

extension Query {
  /// Joins the rows of this query with the rows of a table that satisfy a condition: `JOIN "project" AS t1 ON t1."id" =
  /// t0."project_id"`.
  @inlinable
  public func join<T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, @ConditionBuilder on condition: (M.RowColumns, T.RowColumns) -> P
  ) -> TwoTables<M, T> { join(rows: Query<T>(), on: condition) }

  /// Joins the rows of this query with the rows of another query that satisfy a condition:
  /// `Item.join(rows: Project.where { … }) { item, project in … }`.
  ///
  /// The conditions of the other query apply, but its order doesn't. If it has a limit or groups, it becomes a subquery.
  @inlinable
  public func join<T: Queryable, P: SQLExpression<Bool>>(
    rows other: Query<T>, @ConditionBuilder on condition: (M.RowColumns, T.RowColumns) -> P
  ) -> TwoTables<M, T> { TwoTables(core, joining: other.core, isLeft: false) { condition($0.0, $0.1).node } }

  /// Joins the rows of this query with the rows of a table that satisfy a condition, and keeps rows without a match:
  /// `LEFT JOIN "project" AS t1 ON t1."id" = t0."project_id"`.
  @inlinable
  public func leftJoin<T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, @ConditionBuilder on condition: (M.RowColumns, T.RowColumns) -> P
  ) -> TwoTables<M, T?> { leftJoin(rows: Query<T>(), on: condition) }

  /// Joins the rows of this query with the rows of another query that satisfy a condition, and keeps rows without a match.
  @inlinable
  public func leftJoin<T: Queryable, P: SQLExpression<Bool>>(
    rows other: Query<T>, @ConditionBuilder on condition: (M.RowColumns, T.RowColumns) -> P
  ) -> TwoTables<M, T?> {
    TwoTables(TwoTables<M, T>(core, joining: other.core, isLeft: true) { condition($0.0, $0.1).node }._core)
  }

  /// Joins every row of this query with every row of a table: `JOIN "tag" AS t1 ON TRUE`, because SQLite reads the tables of a
  /// `CROSS JOIN` in the order in which they are written.
  @inlinable
  public func crossJoin<T: Queryable>(_ type: T.Type) -> TwoTables<M, T> { crossJoin(rows: Query<T>()) }

  /// Joins every row of this query with every row of another query.
  @inlinable
  public func crossJoin<T: Queryable>(rows other: Query<T>) -> TwoTables<M, T> {
    TwoTables(core.crossJoined(to: other.core))
  }

  /// The same as `crossJoin(rows:)`.
  @inlinable
  public func crossJoin<T: Queryable>(_ other: Query<T>) -> TwoTables<M, T> { crossJoin(rows: other) }

  /// The rows grouped by the values of these expressions.
  ///
  /// `.group { $0.projectID }.select { ($0.projectID, SQL.count()) }` is
  /// `SELECT t0."project_id", count(*) FROM "item" AS t0 GROUP BY t0."project_id"`.
  @inlinable
  public func group(@GroupBuilder _ expressions: (M.Columns) -> [_ExpressionNode]) -> GroupedQuery<OneTable<M>> {
    let source = _Source(M.table)
    return GroupedQuery(core: core.grouped(by: expressions(M.Columns(source)), of: [source]))
  }
}

extension TwoTables {
  /// Joins these rows with the rows of a table that satisfy a condition: `JOIN "project" AS t2 ON …`.
  @inlinable
  public func join<T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, @ConditionBuilder on condition: (A.RowColumns, B.RowColumns, T.RowColumns) -> P
  ) -> ThreeTables<A, B, T> { join(rows: Query<T>(), on: condition) }

  /// Joins these rows with the rows of another query that satisfy a condition.
  @inlinable
  public func join<T: Queryable, P: SQLExpression<Bool>>(
    rows other: Query<T>, @ConditionBuilder on condition: (A.RowColumns, B.RowColumns, T.RowColumns) -> P
  ) -> ThreeTables<A, B, T> {
    ThreeTables(_core.core, joining: other.core, isLeft: false) { condition($0.0, $0.1, $0.2).node }
  }

  /// Joins these rows with the rows of a table that satisfy a condition, and keeps rows without a match: `LEFT JOIN
  /// "project" AS t2 ON …`.
  @inlinable
  public func leftJoin<T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, @ConditionBuilder on condition: (A.RowColumns, B.RowColumns, T.RowColumns) -> P
  ) -> ThreeTables<A, B, T?> { leftJoin(rows: Query<T>(), on: condition) }

  /// Joins these rows with the rows of another query that satisfy a condition, and keeps rows without a match.
  @inlinable
  public func leftJoin<T: Queryable, P: SQLExpression<Bool>>(
    rows other: Query<T>, @ConditionBuilder on condition: (A.RowColumns, B.RowColumns, T.RowColumns) -> P
  ) -> ThreeTables<A, B, T?> {
    let joined = ThreeTables<A, B, T>(_core.core, joining: other.core, isLeft: true) {
      condition($0.0, $0.1, $0.2).node
    }
    return ThreeTables(joined._core)
  }

  /// Joins every one of these rows with every row of a table; see ``Query/crossJoin(_:)``.
  @inlinable
  public func crossJoin<T: Queryable>(_ type: T.Type) -> ThreeTables<A, B, T> { crossJoin(rows: Query<T>()) }

  /// Joins every one of these rows with every row of another query.
  @inlinable
  public func crossJoin<T: Queryable>(rows other: Query<T>) -> ThreeTables<A, B, T> {
    ThreeTables(_core.core.crossJoined(to: other.core))
  }

  /// The same as `crossJoin(rows:)`.
  @inlinable
  public func crossJoin<T: Queryable>(_ other: Query<T>) -> ThreeTables<A, B, T> { crossJoin(rows: other) }
}

extension ThreeTables {
  /// Joins these rows with the rows of a table that satisfy a condition: `JOIN "project" AS t3 ON …`.
  @inlinable
  public func join<T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, @ConditionBuilder on condition: (A.RowColumns, B.RowColumns, C.RowColumns, T.RowColumns) -> P
  ) -> FourTables<A, B, C, T> { join(rows: Query<T>(), on: condition) }

  /// Joins these rows with the rows of another query that satisfy a condition.
  @inlinable
  public func join<T: Queryable, P: SQLExpression<Bool>>(
    rows other: Query<T>, @ConditionBuilder on condition: (A.RowColumns, B.RowColumns, C.RowColumns, T.RowColumns) -> P
  ) -> FourTables<A, B, C, T> {
    FourTables(_core.core, joining: other.core, isLeft: false) { condition($0.0, $0.1, $0.2, $0.3).node }
  }

  /// Joins these rows with the rows of a table that satisfy a condition, and keeps rows without a match: `LEFT JOIN
  /// "project" AS t3 ON …`.
  @inlinable
  public func leftJoin<T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, @ConditionBuilder on condition: (A.RowColumns, B.RowColumns, C.RowColumns, T.RowColumns) -> P
  ) -> FourTables<A, B, C, T?> { leftJoin(rows: Query<T>(), on: condition) }

  /// Joins these rows with the rows of another query that satisfy a condition, and keeps rows without a match.
  @inlinable
  public func leftJoin<T: Queryable, P: SQLExpression<Bool>>(
    rows other: Query<T>, @ConditionBuilder on condition: (A.RowColumns, B.RowColumns, C.RowColumns, T.RowColumns) -> P
  ) -> FourTables<A, B, C, T?> {
    let joined = FourTables<A, B, C, T>(_core.core, joining: other.core, isLeft: true) {
      condition($0.0, $0.1, $0.2, $0.3).node
    }
    return FourTables(joined._core)
  }

  /// Joins every one of these rows with every row of a table; see ``Query/crossJoin(_:)``.
  @inlinable
  public func crossJoin<T: Queryable>(_ type: T.Type) -> FourTables<A, B, C, T> { crossJoin(rows: Query<T>()) }

  /// Joins every one of these rows with every row of another query.
  @inlinable
  public func crossJoin<T: Queryable>(rows other: Query<T>) -> FourTables<A, B, C, T> {
    FourTables(_core.core.crossJoined(to: other.core))
  }

  /// The same as `crossJoin(rows:)`.
  @inlinable
  public func crossJoin<T: Queryable>(_ other: Query<T>) -> FourTables<A, B, C, T> { crossJoin(rows: other) }
}

extension FourTables {
  /// Joins these rows with the rows of a table that satisfy a condition: `JOIN "project" AS t4 ON …`.
  @inlinable
  public func join<T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type,
    @ConditionBuilder on condition: (A.RowColumns, B.RowColumns, C.RowColumns, D.RowColumns, T.RowColumns) -> P
  ) -> FiveTables<A, B, C, D, T> { join(rows: Query<T>(), on: condition) }

  /// Joins these rows with the rows of another query that satisfy a condition.
  @inlinable
  public func join<T: Queryable, P: SQLExpression<Bool>>(
    rows other: Query<T>,
    @ConditionBuilder on condition: (A.RowColumns, B.RowColumns, C.RowColumns, D.RowColumns, T.RowColumns) -> P
  ) -> FiveTables<A, B, C, D, T> {
    FiveTables(_core.core, joining: other.core, isLeft: false) { condition($0.0, $0.1, $0.2, $0.3, $0.4).node }
  }

  /// Joins these rows with the rows of a table that satisfy a condition, and keeps rows without a match: `LEFT JOIN
  /// "project" AS t4 ON …`.
  @inlinable
  public func leftJoin<T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type,
    @ConditionBuilder on condition: (A.RowColumns, B.RowColumns, C.RowColumns, D.RowColumns, T.RowColumns) -> P
  ) -> FiveTables<A, B, C, D, T?> { leftJoin(rows: Query<T>(), on: condition) }

  /// Joins these rows with the rows of another query that satisfy a condition, and keeps rows without a match.
  @inlinable
  public func leftJoin<T: Queryable, P: SQLExpression<Bool>>(
    rows other: Query<T>,
    @ConditionBuilder on condition: (A.RowColumns, B.RowColumns, C.RowColumns, D.RowColumns, T.RowColumns) -> P
  ) -> FiveTables<A, B, C, D, T?> {
    let joined = FiveTables<A, B, C, D, T>(_core.core, joining: other.core, isLeft: true) {
      condition($0.0, $0.1, $0.2, $0.3, $0.4).node
    }
    return FiveTables(joined._core)
  }

  /// Joins every one of these rows with every row of a table; see ``Query/crossJoin(_:)``.
  @inlinable
  public func crossJoin<T: Queryable>(_ type: T.Type) -> FiveTables<A, B, C, D, T> { crossJoin(rows: Query<T>()) }

  /// Joins every one of these rows with every row of another query.
  @inlinable
  public func crossJoin<T: Queryable>(rows other: Query<T>) -> FiveTables<A, B, C, D, T> {
    FiveTables(_core.core.crossJoined(to: other.core))
  }

  /// The same as `crossJoin(rows:)`.
  @inlinable
  public func crossJoin<T: Queryable>(_ other: Query<T>) -> FiveTables<A, B, C, D, T> { crossJoin(rows: other) }
}

extension FiveTables {
  /// Rejects a sixth table.
  @available(
    *, unavailable,
    message:
      "a query joins at most five tables; use paths for to-one relationships, as in '$0.project.name', or join a projection of some of the tables"
  )
  public func join<T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type,
    @ConditionBuilder on condition: (A.RowColumns, B.RowColumns, C.RowColumns, D.RowColumns, E.RowColumns, T.RowColumns)
      -> P
  ) -> Self { self }

  /// Rejects a sixth table.
  @available(
    *, unavailable,
    message:
      "a query joins at most five tables; use paths for to-one relationships, as in '$0.project.name', or join a projection of some of the tables"
  )
  public func leftJoin<T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type,
    @ConditionBuilder on condition: (A.RowColumns, B.RowColumns, C.RowColumns, D.RowColumns, E.RowColumns, T.RowColumns)
      -> P
  ) -> Self { self }

  /// Rejects a sixth table.
  @available(
    *, unavailable,
    message:
      "a query joins at most five tables; use paths for to-one relationships, as in '$0.project.name', or join a projection of some of the tables"
  )
  public func crossJoin<T: Queryable>(_ type: T.Type) -> Self { self }
}
