// Values are compared in the order in which the database sorts the column. A comparison with `NULL` is neither true nor false,
// and `!` of it is neither, so that no row without a value is found by either.
extension SQLExpression {
  /// Whether the value is less than this one: `t0."due_at" < ?1`; not true where one is `NULL`.
  @inlinable
  public static func < (lhs: Self, rhs: Value.Unwrapped.Plain?) -> SQLPredicate {
    SQLPredicate(.comparison(.less, lhs.node, .value(Value.Unwrapped.binding(of: rhs)), .none))
  }

  /// Whether this value is less than the expression's: `?1 < t0."due_at"`; not true where one is `NULL`.
  @inlinable
  public static func < (lhs: Value.Unwrapped.Plain?, rhs: Self) -> SQLPredicate {
    SQLPredicate(.comparison(.less, .value(Value.Unwrapped.binding(of: lhs)), rhs.node, .none))
  }

  /// Whether the first is less than the second: `t0."due_at" < t1."due_at"`; not true where one is `NULL`.
  @inlinable
  public static func < <R: SQLExpression>(lhs: Self, rhs: R) -> SQLPredicate
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(.comparison(.less, lhs.node, rhs.node, .none))
  }

  /// Whether the value is at most this one: `t0."due_at" <= ?1`; not true where one is `NULL`.
  @inlinable
  public static func <= (lhs: Self, rhs: Value.Unwrapped.Plain?) -> SQLPredicate {
    SQLPredicate(.comparison(.lessOrEqual, lhs.node, .value(Value.Unwrapped.binding(of: rhs)), .none))
  }

  /// Whether this value is at most the expression's: `?1 <= t0."due_at"`; not true where one is `NULL`.
  @inlinable
  public static func <= (lhs: Value.Unwrapped.Plain?, rhs: Self) -> SQLPredicate {
    SQLPredicate(.comparison(.lessOrEqual, .value(Value.Unwrapped.binding(of: lhs)), rhs.node, .none))
  }

  /// Whether the first is at most the second: `t0."due_at" <= t1."due_at"`; not true where one is `NULL`.
  @inlinable
  public static func <= <R: SQLExpression>(lhs: Self, rhs: R) -> SQLPredicate
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(.comparison(.lessOrEqual, lhs.node, rhs.node, .none))
  }

  /// Whether the value is greater than this one: `t0."due_at" > ?1`; not true where one is `NULL`.
  @inlinable
  public static func > (lhs: Self, rhs: Value.Unwrapped.Plain?) -> SQLPredicate {
    SQLPredicate(.comparison(.greater, lhs.node, .value(Value.Unwrapped.binding(of: rhs)), .none))
  }

  /// Whether this value is greater than the expression's: `?1 > t0."due_at"`; not true where one is `NULL`.
  @inlinable
  public static func > (lhs: Value.Unwrapped.Plain?, rhs: Self) -> SQLPredicate {
    SQLPredicate(.comparison(.greater, .value(Value.Unwrapped.binding(of: lhs)), rhs.node, .none))
  }

  /// Whether the first is greater than the second: `t0."due_at" > t1."due_at"`; not true where one is `NULL`.
  @inlinable
  public static func > <R: SQLExpression>(lhs: Self, rhs: R) -> SQLPredicate
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(.comparison(.greater, lhs.node, rhs.node, .none))
  }

  /// Whether the value is at least this one: `t0."due_at" >= ?1`; not true where one is `NULL`.
  @inlinable
  public static func >= (lhs: Self, rhs: Value.Unwrapped.Plain?) -> SQLPredicate {
    SQLPredicate(.comparison(.greaterOrEqual, lhs.node, .value(Value.Unwrapped.binding(of: rhs)), .none))
  }

  /// Whether this value is at least the expression's: `?1 >= t0."due_at"`; not true where one is `NULL`.
  @inlinable
  public static func >= (lhs: Value.Unwrapped.Plain?, rhs: Self) -> SQLPredicate {
    SQLPredicate(.comparison(.greaterOrEqual, .value(Value.Unwrapped.binding(of: lhs)), rhs.node, .none))
  }

  /// Whether the first is at least the second: `t0."due_at" >= t1."due_at"`; not true where one is `NULL`.
  @inlinable
  public static func >= <R: SQLExpression>(lhs: Self, rhs: R) -> SQLPredicate
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(.comparison(.greaterOrEqual, lhs.node, rhs.node, .none))
  }
}
