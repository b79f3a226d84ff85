extension SQLExpression where Value: OptionalColumnValue {
  /// Whether there is no value: `t0."due_at" IS NULL`.
  @inlinable
  public var isNil: SQLPredicate { SQLPredicate(.isNull(node)) }

  /// Whether there is a value: `t0."due_at" IS NOT NULL`.
  @inlinable
  public var isNotNil: SQLPredicate { SQLPredicate(.isNotNull(node)) }

  /// The value, or this one where it is `NULL`: `coalesce(t0."due_at", ?1)`.
  @inlinable
  public static func ?? (lhs: Self, rhs: Value.Unwrapped.Plain) -> SQLOperation<Value.Unwrapped> {
    SQLOperation(collating: .function(.coalesce, lhs.node, .value(Value.Unwrapped.binding(of: rhs))))
  }

  /// The value, or the other expression's where it is `NULL`: `coalesce(t0."due_at", t1."due_at")`.
  @inlinable
  public static func ?? <R: SQLExpression>(lhs: Self, rhs: R) -> SQLOperation<R.Value>
  where R.Value.Unwrapped == Value.Unwrapped {
    SQLOperation(collating: .function(.coalesce, lhs.node, rhs.node))
  }
}
