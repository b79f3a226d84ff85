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
    SQLPredicate(
      .comparison(.equal, lhs.node, .value(Value.Unwrapped._boundValue(of: rhs)), Nullability(takesNull, false)))
  }

  /// Whether the expression has this value: `?1 = t0."title"`.
  @inlinable
  public static func == (lhs: Value.Unwrapped.Plain?, rhs: Self) -> SQLPredicate {
    SQLPredicate(
      .comparison(.equal, .value(Value.Unwrapped._boundValue(of: lhs)), rhs.node, Nullability(false, takesNull)))
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
      .comparison(.notEqual, lhs.node, .value(Value.Unwrapped._boundValue(of: rhs)), Nullability(takesNull, false)))
  }

  /// Whether the expression has another value: `?1 <> t0."title"`.
  @inlinable
  public static func != (lhs: Value.Unwrapped.Plain?, rhs: Self) -> SQLPredicate {
    SQLPredicate(
      .comparison(.notEqual, .value(Value.Unwrapped._boundValue(of: lhs)), rhs.node, Nullability(false, takesNull)))
  }

  /// Whether the two have different values: `t0."title" <> t1."name"`, or `IS NOT` where one can be `NULL`.
  @inlinable
  public static func != <R: SQLExpression>(lhs: Self, rhs: R) -> SQLPredicate
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(.comparison(.notEqual, lhs.node, rhs.node, Nullability(takesNull, R.takesNull)))
  }
}

// Values are compared in the order in which the database sorts the column. A comparison with `NULL` is neither true nor false,
// and `!` of it is neither, so that no row without a value is found by either.
extension SQLExpression {
  /// Whether the value is less than this one: `t0."due_at" < ?1`; not true where one is `NULL`.
  @inlinable
  public static func < (lhs: Self, rhs: Value.Unwrapped.Plain?) -> SQLPredicate {
    SQLPredicate(.comparison(.less, lhs.node, .value(Value.Unwrapped._boundValue(of: rhs)), .none))
  }

  /// Whether this value is less than the expression's: `?1 < t0."due_at"`; not true where one is `NULL`.
  @inlinable
  public static func < (lhs: Value.Unwrapped.Plain?, rhs: Self) -> SQLPredicate {
    SQLPredicate(.comparison(.less, .value(Value.Unwrapped._boundValue(of: lhs)), rhs.node, .none))
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
    SQLPredicate(.comparison(.lessOrEqual, lhs.node, .value(Value.Unwrapped._boundValue(of: rhs)), .none))
  }

  /// Whether this value is at most the expression's: `?1 <= t0."due_at"`; not true where one is `NULL`.
  @inlinable
  public static func <= (lhs: Value.Unwrapped.Plain?, rhs: Self) -> SQLPredicate {
    SQLPredicate(.comparison(.lessOrEqual, .value(Value.Unwrapped._boundValue(of: lhs)), rhs.node, .none))
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
    SQLPredicate(.comparison(.greater, lhs.node, .value(Value.Unwrapped._boundValue(of: rhs)), .none))
  }

  /// Whether this value is greater than the expression's: `?1 > t0."due_at"`; not true where one is `NULL`.
  @inlinable
  public static func > (lhs: Value.Unwrapped.Plain?, rhs: Self) -> SQLPredicate {
    SQLPredicate(.comparison(.greater, .value(Value.Unwrapped._boundValue(of: lhs)), rhs.node, .none))
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
    SQLPredicate(.comparison(.greaterOrEqual, lhs.node, .value(Value.Unwrapped._boundValue(of: rhs)), .none))
  }

  /// Whether this value is at least the expression's: `?1 >= t0."due_at"`; not true where one is `NULL`.
  @inlinable
  public static func >= (lhs: Value.Unwrapped.Plain?, rhs: Self) -> SQLPredicate {
    SQLPredicate(.comparison(.greaterOrEqual, .value(Value.Unwrapped._boundValue(of: lhs)), rhs.node, .none))
  }

  /// Whether the first is at least the second: `t0."due_at" >= t1."due_at"`; not true where one is `NULL`.
  @inlinable
  public static func >= <R: SQLExpression>(lhs: Self, rhs: R) -> SQLPredicate
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(.comparison(.greaterOrEqual, lhs.node, rhs.node, .none))
  }
}

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

extension SQLExpression {
  /// Whether the value is one of these: `t0."id" IN (?1, ?2)`; an empty list matches no row.
  ///
  /// The list can have any length: a long one is one parameter, `t0."id" IN (SELECT value FROM json_each(?1))`.
  /// What is `NULL` is in no list.
  @inlinable
  public func `in`(_ values: some Sequence<Value.Unwrapped.Plain>) -> SQLPredicate {
    SQLPredicate(.membership(node, values.map { Value.Unwrapped._boundValue(of: $0) }, takesNull: Self.takesNull))
  }

  /// Whether the value is none of these: `t0."id" NOT IN (?1, ?2)`; what is `NULL` is in no list, so that it is true of it.
  @inlinable
  public func notIn(_ values: some Sequence<Value.Unwrapped.Plain>) -> SQLPredicate { !self.in(values) }

  /// Whether the value is one of these two or lies between them: `t0."price" BETWEEN ?1 AND ?2`; not true of `NULL`.
  @inlinable
  public func between(_ low: Value.Unwrapped.Plain, _ high: Value.Unwrapped.Plain) -> SQLPredicate {
    SQLPredicate(
      .between(node, .value(Value.Unwrapped._boundValue(of: low)), .value(Value.Unwrapped._boundValue(of: high))))
  }

  /// Whether the value is one of those of these two expressions or lies between them:
  /// `t0."price" BETWEEN t1."low" AND t1."high"`; not true of `NULL`.
  @inlinable
  public func between<Low: SQLExpression, High: SQLExpression>(_ low: Low, _ high: High) -> SQLPredicate
  where Low.Value.Unwrapped == Value.Unwrapped, High.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(.between(node, low.node, high.node))
  }
}

extension SQLExpression where Value.Unwrapped.Plain: Comparable {
  /// Whether the value lies in the range: `t0."price" BETWEEN ?1 AND ?2`; not true of `NULL`.
  @inlinable
  public func `in`(_ range: ClosedRange<Value.Unwrapped.Plain>) -> SQLPredicate {
    between(range.lowerBound, range.upperBound)
  }

  /// Whether the value lies in the range: `t0."price" >= ?1 AND t0."price" < ?2`; not true of `NULL`.
  @inlinable
  public func `in`(_ range: Range<Value.Unwrapped.Plain>) -> SQLPredicate {
    SQLPredicate(.and((self >= range.lowerBound).node, (self < range.upperBound).node))
  }
}
