extension SQLExpression where Value: ArithmeticColumnValue {
  /// The number as a `Double`, to compute with others: `CAST(t0."count" AS REAL)`.
  @inlinable
  public var double: SQLOperation<Double> { SQLOperation(.cast(node, to: .real)) }
}

extension SQLExpression where Value: OptionalColumnValue, Value.Unwrapped: ArithmeticColumnValue {
  /// The number as a `Double`, `nil` where there is none: `CAST(t0."count" AS REAL)`.
  @inlinable
  public var double: SQLOperation<Double?> { SQLOperation(.cast(node, to: .real)) }
}

extension SQLExpression where Value.Unwrapped: ArithmeticColumnValue & BinaryFloatingPoint {
  /// The nearest number with this many digits behind the point, 0 to 30, halves away from zero: `round(t0."price", ?1)`.
  @inlinable
  public func rounded(toDigits digits: Int = 0) -> SQLOperation<Value> {
    SQLOperation(.function(.round, node, .value(Swift.min(Swift.max(digits, 0), 30).binding)))
  }
}

/// The number without its sign: `abs(t0."count")`; `NULL` of `NULL`.
@inlinable
public func abs<E: SQLExpression>(_ expression: E) -> SQLOperation<E.Value>
where E.Value.Unwrapped: ArithmeticColumnValue {
  SQLOperation(.function(.abs, expression.node))
}

/// The smaller one of each row: `min(t0."price", t0."offer")`; `NULL` where one is.
@inlinable
public func min<L: SQLExpression, R: SQLExpression<L.Value>>(_ first: L, _ second: R) -> SQLOperation<L.Value> {
  SQLOperation(collating: .function(.min, first.node, second.node))
}

/// The smaller one of each row: `min(t0."price", ?1)`; `NULL` where one is.
@inlinable
public func min<L: SQLExpression>(_ first: L, _ second: L.Value.Unwrapped.Plain) -> SQLOperation<L.Value> {
  SQLOperation(collating: .function(.min, first.node, .value(L.Value.Unwrapped.binding(of: second))))
}

/// The larger one of each row: `max(t0."price", t0."offer")`; `NULL` where one is.
@inlinable
public func max<L: SQLExpression, R: SQLExpression<L.Value>>(_ first: L, _ second: R) -> SQLOperation<L.Value> {
  SQLOperation(collating: .function(.max, first.node, second.node))
}

/// The larger one of each row: `max(t0."price", ?1)`; `NULL` where one is.
@inlinable
public func max<L: SQLExpression>(_ first: L, _ second: L.Value.Unwrapped.Plain) -> SQLOperation<L.Value> {
  SQLOperation(collating: .function(.max, first.node, .value(L.Value.Unwrapped.binding(of: second))))
}
