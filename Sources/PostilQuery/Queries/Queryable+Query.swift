extension Queryable {
  /// Every row: `SELECT … FROM "item" AS t0`.
  @inlinable
  public static var all: Query<Self> { Query() }

  /// The rows for which `predicate` is true; see ``Query/where(_:)``.
  @inlinable
  public static func `where`<P: SQLExpression<Bool>>(_ predicate: (Columns) -> P) -> Query<Self> {
    Query().where(predicate)
  }

  /// Every row, in the order of these terms; see ``Query/order(_:)``.
  @inlinable
  public static func order<each Term: SQLOrderTerm>(_ terms: (Columns) -> (repeat each Term)) -> Query<Self> {
    Query().order(terms)
  }

  /// The first `count` rows behind the first `offset`; see ``Query/limit(_:offset:)``.
  @inlinable
  public static func limit(_ count: Int?, offset: Int = 0) -> Query<Self> { Query().limit(count, offset: offset) }

  /// The values of these expressions for each row; see ``Query/select(_:)``.
  @inlinable
  public static func select<each E: SQLExpression>(
    _ expressions: (Columns) -> (repeat each E)
  ) -> Selection<Self, (repeat (each E).Value.Plain), repeat (each E).Value> {
    Query().select(expressions)
  }
}
