// `==` and `!=` are null-safe, as they are in Swift: `nil == nil` is true, and `nil != 1` is. They are never `NULL`
// themselves, so that `!` of them is what it looks like.
extension SQLExpression {
  /// Whether the expression has this value; `nil` is `NULL`.
  ///
  /// `$0.title == "Door"` is `t0."title" = ?1`, `$0.dueAt == nil` is `t0."due_at" IS NULL`. Of a column that takes `NULL`
  /// it is `t0."due_at" IS ?1`, or `=` where the two have the same effect.
  /// Text is compared by the column's collation.
  @inlinable
  public static func == (lhs: Self, rhs: Value.Unwrapped.Plain?) -> SQLPredicate {
    SQLPredicate(.comparison(.equal, lhs.node, .value(Value.Unwrapped.binding(of: rhs)), Nullability(takesNull, false)))
  }

  /// Whether the expression has this value: `?1 = t0."title"`.
  @inlinable
  public static func == (lhs: Value.Unwrapped.Plain?, rhs: Self) -> SQLPredicate {
    SQLPredicate(.comparison(.equal, .value(Value.Unwrapped.binding(of: lhs)), rhs.node, Nullability(false, takesNull)))
  }

  /// Whether both have the same value: `t0."title" = t1."name"`, or `IS` where both can be `NULL`.
  @inlinable
  public static func == <R: SQLExpression>(lhs: Self, rhs: R) -> SQLPredicate
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(.comparison(.equal, lhs.node, rhs.node, Nullability(takesNull, R.takesNull)))
  }

  /// Whether the expression has another value; `nil` is `NULL`.
  ///
  /// `$0.title != "Door"` is `t0."title" <> ?1`, `$0.dueAt != nil` is `t0."due_at" IS NOT NULL`. Of a column that takes
  /// `NULL` it is `t0."due_at" IS NOT ?1`, which is true of `NULL`.
  @inlinable
  public static func != (lhs: Self, rhs: Value.Unwrapped.Plain?) -> SQLPredicate {
    SQLPredicate(
      .comparison(.notEqual, lhs.node, .value(Value.Unwrapped.binding(of: rhs)), Nullability(takesNull, false)))
  }

  /// Whether the expression has another value: `?1 <> t0."title"`.
  @inlinable
  public static func != (lhs: Value.Unwrapped.Plain?, rhs: Self) -> SQLPredicate {
    SQLPredicate(
      .comparison(.notEqual, .value(Value.Unwrapped.binding(of: lhs)), rhs.node, Nullability(false, takesNull)))
  }

  /// Whether the two have different values: `t0."title" <> t1."name"`, or `IS NOT` where one can be `NULL`.
  @inlinable
  public static func != <R: SQLExpression>(lhs: Self, rhs: R) -> SQLPredicate
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(.comparison(.notEqual, lhs.node, rhs.node, Nullability(takesNull, R.takesNull)))
  }
}
