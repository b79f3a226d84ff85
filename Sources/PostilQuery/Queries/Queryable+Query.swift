extension Queryable {
  /// All rows: `SELECT … FROM "item" AS t0`.
  @inlinable
  public static var all: Query<Self> { Query() }

  /// The rows for which `predicate` is true; see ``Query/where(_:)``.
  @inlinable
  public static func `where`<P: SQLExpression<Bool>>(_ predicate: (Columns) -> P) -> Query<Self> {
    Query().where(predicate)
  }

  /// All rows, sorted by these terms; see ``Query/order(_:)``.
  @inlinable
  public static func order<First: SQLOrderTerm, each Term: SQLOrderTerm>(
    _ terms: (Columns) -> (First, repeat each Term)
  ) -> Query<Self> {
    Query().order(terms)
  }

  /// At most `count` rows, after skipping `offset`; see ``Query/limit(_:offset:)``.
  @inlinable
  public static func limit(_ count: Int?, offset: Int = 0) -> Query<Self> { Query().limit(count, offset: offset) }

  /// The values of these expressions for each row; see ``Query/select(_:)``.
  @inlinable @_disfavoredOverload
  public static func select<each E: SQLExpression>(
    _ expressions: (Columns) -> (repeat each E)
  ) -> Selection<(repeat (each E).Value.Plain), repeat (each E).Value> {
    Query<Self>().select(expressions)
  }

  /// The values of one expression for each row, or the rows of a projection; see ``Query/select(_:)``.
  @inlinable
  public static func select<E: _Selectable>(_ expression: (Columns) -> E) -> E.Selected {
    Query<Self>().select(expression)
  }

  /// The rows grouped by the values of these expressions; see ``Query/group(_:)``.
  @inlinable
  public static func group<First: SQLExpression, each E: SQLExpression>(
    _ expressions: (Columns) -> (First, repeat each E)
  ) -> GroupedQuery<OneTable<Self>> {
    Query<Self>().group(expressions)
  }

  /// The rows joined with those of another query that satisfy a condition; see ``Query/join(_:on:)``.
  @inlinable @_disfavoredOverload
  public static func join<T: Queryable, P: SQLExpression<Bool>>(
    _ other: Query<T>, on condition: (Columns, T.Columns) -> P
  ) -> JoinedQuery<TwoTables<Self, T>> { Query<Self>().join(other, on: condition) }

  /// The rows joined with those of a table that satisfy a condition; see ``Query/join(_:on:)``.
  @inlinable
  public static func join<T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, on condition: (Columns, T.Columns) -> P
  ) -> JoinedQuery<TwoTables<Self, T>> { Query<Self>().join(Query<T>(), on: condition) }

  /// All rows, joined with those of another query that satisfy a condition; see ``Query/leftJoin(_:on:)``.
  @inlinable @_disfavoredOverload
  public static func leftJoin<T: Queryable, P: SQLExpression<Bool>>(
    _ other: Query<T>, on condition: (Columns, T.Columns) -> P
  ) -> JoinedQuery<TwoTables<Self, T?>> { Query<Self>().leftJoin(other, on: condition) }

  /// All rows, joined with those of a table that satisfy a condition; see ``Query/leftJoin(_:on:)``.
  @inlinable
  public static func leftJoin<T: Queryable, P: SQLExpression<Bool>>(
    _ type: T.Type, on condition: (Columns, T.Columns) -> P
  ) -> JoinedQuery<TwoTables<Self, T?>> { Query<Self>().leftJoin(Query<T>(), on: condition) }
}
