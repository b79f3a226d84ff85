// `==` and `!=` are null-safe, as in Swift: `nil == nil` and `nil != 1` are true. Their result is never `NULL`, so
// negating them with `!` works as expected.
extension SQLExpression {
  /// Whether the expression is equal to the value: `t0."title" = ?1`.
  @inlinable
  public func _equals(_ value: Value.Unwrapped.Plain?) -> _ExpressionNode {
    .comparison(.equal, node, .value(Value.Unwrapped._boundValue(of: value)), Nullability(Self.takesNull, false))
  }

  /// Whether the expression differs from the value: `t0."title" <> ?1`.
  @inlinable
  public func _differs(from value: Value.Unwrapped.Plain?) -> _ExpressionNode {
    .comparison(.notEqual, node, .value(Value.Unwrapped._boundValue(of: value)), Nullability(Self.takesNull, false))
  }

  /// Whether the expression is equal to this value: `?1 = t0."title"`.
  @inlinable
  public static func == (lhs: Value.Unwrapped.Plain?, rhs: Self) -> SQLPredicate {
    SQLPredicate(
      .comparison(.equal, .value(Value.Unwrapped._boundValue(of: lhs)), rhs.node, Nullability(false, takesNull)))
  }

  /// Whether both are equal: `t0."title" = t1."name"`, or `IS` if both can be `NULL`.
  @inlinable @_disfavoredOverload
  public static func == <R: SQLExpression>(lhs: Self, rhs: R) -> SQLPredicate
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(.comparison(.equal, lhs.node, rhs.node, Nullability(takesNull, R.takesNull)))
  }

  /// Whether the expression differs from this value: `?1 <> t0."title"`.
  @inlinable
  public static func != (lhs: Value.Unwrapped.Plain?, rhs: Self) -> SQLPredicate {
    SQLPredicate(
      .comparison(.notEqual, .value(Value.Unwrapped._boundValue(of: lhs)), rhs.node, Nullability(false, takesNull)))
  }

  /// Whether both differ: `t0."title" <> t1."name"`, or `IS NOT` if one can be `NULL`.
  @inlinable @_disfavoredOverload
  public static func != <R: SQLExpression>(lhs: Self, rhs: R) -> SQLPredicate
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(.comparison(.notEqual, lhs.node, rhs.node, Nullability(takesNull, R.takesNull)))
  }
}

// `nil` itself, for values that are never `NULL`. The functions above take it for the others, where one more candidate would cost
// each `== nil` type-checking time.
extension SQLExpression where Value.Unwrapped == Value {
  /// Warns that a value that is never `NULL` is compared with `nil`.
  @available(*, deprecated, message: "the value is never NULL, so the comparison with nil is always false")
  @inlinable
  public static func == (lhs: Self, rhs: _OptionalNilComparisonType) -> SQLPredicate { SQLPredicate(.isNull(lhs.node)) }

  /// Warns that a value that is never `NULL` is compared with `nil`.
  @available(*, deprecated, message: "the value is never NULL, so the comparison with nil is always true")
  @inlinable
  public static func != (lhs: Self, rhs: _OptionalNilComparisonType) -> SQLPredicate {
    SQLPredicate(.isNotNull(lhs.node))
  }
}

// Values are compared in the database's sort order for the column. A comparison with `NULL` is false. A value without a stored form,
// such as a time with a fraction where whole seconds are stored, is compared with the stored form before or after it.
extension SQLExpression {
  /// Whether the expression is less than this value: `t0."due_at" < ?1`. Not true for `NULL`.
  @inlinable
  public static func < (lhs: Self, rhs: Value.Unwrapped.Plain?) -> SQLPredicate {
    SQLPredicate(.comparison(.less, lhs.node, .value(Value.Unwrapped._boundValue(roundingUp: rhs)), .none))
  }

  /// Whether this value is less than the expression: `?1 < t0."due_at"`. Not true for `NULL`.
  @inlinable
  public static func < (lhs: Value.Unwrapped.Plain?, rhs: Self) -> SQLPredicate {
    SQLPredicate(.comparison(.less, .value(Value.Unwrapped._boundValue(roundingDown: lhs)), rhs.node, .none))
  }

  /// Whether the first is less than the second: `t0."due_at" < t1."due_at"`. Not true for `NULL`.
  @inlinable @_disfavoredOverload
  public static func < <R: SQLExpression>(lhs: Self, rhs: R) -> SQLPredicate
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(.comparison(.less, lhs.node, rhs.node, .none))
  }

  /// Whether the expression is at most this value: `t0."due_at" <= ?1`. Not true for `NULL`.
  @inlinable
  public static func <= (lhs: Self, rhs: Value.Unwrapped.Plain?) -> SQLPredicate {
    SQLPredicate(.comparison(.lessOrEqual, lhs.node, .value(Value.Unwrapped._boundValue(roundingDown: rhs)), .none))
  }

  /// Whether this value is at most the expression: `?1 <= t0."due_at"`. Not true for `NULL`.
  @inlinable
  public static func <= (lhs: Value.Unwrapped.Plain?, rhs: Self) -> SQLPredicate {
    SQLPredicate(.comparison(.lessOrEqual, .value(Value.Unwrapped._boundValue(roundingUp: lhs)), rhs.node, .none))
  }

  /// Whether the first is at most the second: `t0."due_at" <= t1."due_at"`. Not true for `NULL`.
  @inlinable @_disfavoredOverload
  public static func <= <R: SQLExpression>(lhs: Self, rhs: R) -> SQLPredicate
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(.comparison(.lessOrEqual, lhs.node, rhs.node, .none))
  }

  /// Whether the expression is greater than this value: `t0."due_at" > ?1`. Not true for `NULL`.
  @inlinable
  public static func > (lhs: Self, rhs: Value.Unwrapped.Plain?) -> SQLPredicate {
    SQLPredicate(.comparison(.greater, lhs.node, .value(Value.Unwrapped._boundValue(roundingDown: rhs)), .none))
  }

  /// Whether this value is greater than the expression: `?1 > t0."due_at"`. Not true for `NULL`.
  @inlinable
  public static func > (lhs: Value.Unwrapped.Plain?, rhs: Self) -> SQLPredicate {
    SQLPredicate(.comparison(.greater, .value(Value.Unwrapped._boundValue(roundingUp: lhs)), rhs.node, .none))
  }

  /// Whether the first is greater than the second: `t0."due_at" > t1."due_at"`. Not true for `NULL`.
  @inlinable @_disfavoredOverload
  public static func > <R: SQLExpression>(lhs: Self, rhs: R) -> SQLPredicate
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(.comparison(.greater, lhs.node, rhs.node, .none))
  }

  /// Whether the expression is at least this value: `t0."due_at" >= ?1`. Not true for `NULL`.
  @inlinable
  public static func >= (lhs: Self, rhs: Value.Unwrapped.Plain?) -> SQLPredicate {
    SQLPredicate(.comparison(.greaterOrEqual, lhs.node, .value(Value.Unwrapped._boundValue(roundingUp: rhs)), .none))
  }

  /// Whether this value is at least the expression: `?1 >= t0."due_at"`. Not true for `NULL`.
  @inlinable
  public static func >= (lhs: Value.Unwrapped.Plain?, rhs: Self) -> SQLPredicate {
    SQLPredicate(.comparison(.greaterOrEqual, .value(Value.Unwrapped._boundValue(roundingDown: lhs)), rhs.node, .none))
  }

  /// Whether the first is at least the second: `t0."due_at" >= t1."due_at"`. Not true for `NULL`.
  @inlinable @_disfavoredOverload
  public static func >= <R: SQLExpression>(lhs: Self, rhs: R) -> SQLPredicate
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(.comparison(.greaterOrEqual, lhs.node, rhs.node, .none))
  }
}

// A `Bool` column is itself a predicate.
extension SQLExpression where Value == Bool {
  /// Whether both are true: `$0.done && $0.title == "Door"` is `t0."done" = 1 AND t0."title" = ?1`.
  @inlinable
  public static func && <R: SQLExpression<Bool>>(lhs: Self, rhs: R) -> SQLPredicate {
    SQLPredicate(.and(lhs.node, rhs.node))
  }

  /// Whether at least one is true: `t0."done" = 1 OR t0."title" = ?1`.
  @inlinable
  public static func || <R: SQLExpression<Bool>>(lhs: Self, rhs: R) -> SQLPredicate {
    SQLPredicate(.or(lhs.node, rhs.node))
  }

  /// Whether it is false: `!$0.done` is `t0."done" = 0`, `!($0.dueAt < now)` is `NOT (t0."due_at" < ?1)`.
  ///
  /// A predicate is true or false, also for `NULL`: `$0.dueAt < now` is false for an item without a date, so `!($0.dueAt <
  /// now)` finds it: `(t0."due_at" < ?1) IS NOT TRUE`.
  @inlinable
  public static prefix func ! (operand: Self) -> SQLPredicate { SQLPredicate(.not(operand.node)) }
}

// Disfavored, because a range of integers is also a sequence.
extension SQLExpression {
  /// Whether the value is in the list: `t0."id" IN (?1, ?2)`. For an empty list, no row matches.
  ///
  /// The list can have any length. A long one is passed as one parameter: `t0."id" IN (SELECT value FROM
  /// json_each(?1))`. `NULL` is never in the list.
  @inlinable @_disfavoredOverload
  public func `in`(_ values: some Sequence<Value.Unwrapped.Plain>) -> SQLPredicate {
    SQLPredicate(.membership(node, values.map { Value.Unwrapped._boundValue(of: $0) }, takesNull: Self.takesNull))
  }

  /// Whether the value isn't in the list: `t0."id" NOT IN (?1, ?2)`. True for `NULL`, which is never in the list.
  @inlinable @_disfavoredOverload
  public func notIn(_ values: some Sequence<Value.Unwrapped.Plain>) -> SQLPredicate { !self.in(values) }

  /// Whether the value is between these two, inclusive: `t0."price" BETWEEN ?1 AND ?2`. Not true for `NULL`.
  @inlinable
  public func between(_ low: Value.Unwrapped.Plain, _ high: Value.Unwrapped.Plain) -> SQLPredicate {
    SQLPredicate(
      .between(
        node, .value(Value.Unwrapped._boundValue(roundingUp: low)),
        .value(Value.Unwrapped._boundValue(roundingDown: high))))
  }

  /// Whether the value is between these two expressions, inclusive: `t0."price" BETWEEN t1."low" AND t1."high"`. Not
  /// true for `NULL`.
  @inlinable
  public func between<Low: SQLExpression, High: SQLExpression>(_ low: Low, _ high: High) -> SQLPredicate
  where Low.Value.Unwrapped == Value.Unwrapped, High.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(.between(node, low.node, high.node))
  }
}
