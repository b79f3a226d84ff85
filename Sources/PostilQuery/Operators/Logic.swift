// A `Bool` column is a predicate of its own.
extension SQLExpression where Value == Bool {
  /// Whether both are true: `$0.done && $0.title == "Door"` is `t0."done" = 1 AND t0."title" = ?1`.
  @inlinable
  public static func && <R: SQLExpression<Bool>>(lhs: Self, rhs: R) -> SQLPredicate {
    SQLPredicate(.and(lhs.node, rhs.node))
  }

  /// Whether one is true: `t0."done" = 1 OR t0."title" = ?1`.
  @inlinable
  public static func || <R: SQLExpression<Bool>>(lhs: Self, rhs: R) -> SQLPredicate {
    SQLPredicate(.or(lhs.node, rhs.node))
  }

  /// Whether it is false: `!$0.done` is `t0."done" = 0`, `!($0.dueAt < now)` is `NOT (t0."due_at" < ?1)`.
  ///
  /// What is neither true nor false, because a value in it is `NULL`, is neither when negated: an item without a date is
  /// found by none of `$0.dueAt < now` and `!($0.dueAt < now)`. `==`, `!=`, `in`, `isNil`, `any`, `none`, `all`, `contains`
  /// of a relationship and `isEmpty` are always true or false.
  @inlinable
  public static prefix func ! (operand: Self) -> SQLPredicate { SQLPredicate(.not(operand.node)) }
}
