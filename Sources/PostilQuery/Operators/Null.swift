extension SQLExpression {
  /// The value; `nil` if it is equal to this one: `nullif(t0."title", ?1)`.
  @inlinable
  public func nilIf(_ value: Value.Unwrapped.Plain) -> SQLOperation<Value.Unwrapped?> {
    SQLOperation(collating: .function(.nullif, node, .value(Value.Unwrapped._boundValue(of: value))))
  }

  /// The value; `nil` if it is equal to the other expression: `nullif(t0."title", t1."name")`.
  @inlinable
  public func nilIf<E: SQLExpression>(_ expression: E) -> SQLOperation<Value.Unwrapped?>
  where E.Value.Unwrapped == Value.Unwrapped {
    SQLOperation(collating: .function(.nullif, node, expression.node))
  }
}

extension SQL {
  /// The first value that isn't `NULL`; `nil` if all are: `coalesce(t0."note", t1."note")`.
  ///
  /// `??` is the same for two operands, and can end with a value: `$0.note ?? $0.parent.note ?? ""`.
  @inlinable
  public static func coalesce<A: SQLExpression, B: SQLExpression>(
    _ first: A, _ second: B
  ) -> SQLOperation<A.Value.Unwrapped?> where B.Value.Unwrapped == A.Value.Unwrapped {
    SQLOperation(collating: .function(.coalesce, first.node, second.node))
  }

  /// The first value that isn't `NULL`; `nil` if all are: `coalesce(t0."note", t1."note", t2."note")`.
  @inlinable
  public static func coalesce<A: SQLExpression, B: SQLExpression, C: SQLExpression>(
    _ first: A, _ second: B, _ third: C
  ) -> SQLOperation<A.Value.Unwrapped?>
  where B.Value.Unwrapped == A.Value.Unwrapped, C.Value.Unwrapped == A.Value.Unwrapped {
    SQLOperation(collating: .function(.coalesce, first.node, second.node, third.node))
  }
}

// Of the operators of one name, Swift tries the one first whose operands it can match most exactly, each by itself. It counts an operand
// of the type 'any SQLExpression<Value>' as exact, but not a generic one whose type depends on the other operand: it would try the '??' of
// optionals first then, and with it all combinations of the operators in the same call. The same applies to '+', '-' and '*'.
extension SQLExpression where Value: _OptionalColumnValue {
  /// Whether the value is `NULL`: `t0."due_at" IS NULL`.
  @inlinable
  public var isNil: SQLPredicate { SQLPredicate(.isNull(node)) }

  /// Whether the value isn't `NULL`: `t0."due_at" IS NOT NULL`.
  @inlinable
  public var isNotNil: SQLPredicate { SQLPredicate(.isNotNull(node)) }

  /// The value, or this default if it is `NULL`: `coalesce(t0."due_at", ?1)`.
  @inlinable
  public static func ?? (lhs: Self, rhs: Value.Unwrapped.Plain) -> SQLOperation<Value.Unwrapped> {
    SQLOperation(collating: .function(.coalesce, lhs.node, .value(Value.Unwrapped._boundValue(of: rhs))))
  }

  /// The value, or the other expression if it is `NULL`: `coalesce(t0."due_at", t1."due_at")`.
  @inlinable
  public static func ?? (lhs: Self, rhs: any SQLExpression<Value.Unwrapped>) -> SQLOperation<Value.Unwrapped> {
    SQLOperation(collating: .function(.coalesce, lhs.node, rhs.node.asValue))
  }

  /// The same, if the other expression can be `NULL`, too.
  @inlinable @_disfavoredOverload
  public static func ?? (lhs: Self, rhs: any SQLExpression<Value>) -> SQLOperation<Value> {
    SQLOperation(collating: .function(.coalesce, lhs.node, rhs.node.asValue))
  }
}
