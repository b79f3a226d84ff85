extension SQLExpression where Value: ArithmeticColumnValue {
  /// -1 for a negative number, 1 for a positive one, otherwise 0: `sign(t0."count")`.
  @inlinable
  public var sign: SQLOperation<Int> { SQLOperation(.function(.sign, node)) }
}

extension SQLExpression where Value: _OptionalColumnValue, Value.Unwrapped: ArithmeticColumnValue {
  /// -1 for a negative number, 1 for a positive one, otherwise 0; `nil` if there is no number: `sign(t0."weight")`.
  @inlinable
  public var sign: SQLOperation<Int?> { SQLOperation(.function(.sign, node)) }
}

extension SQLExpression where Value: ArithmeticColumnValue {
  /// The number as a `Double`, for computing with other `Double`s: `CAST(t0."count" AS REAL)`.
  @inlinable
  public var double: SQLOperation<Double> { SQLOperation(.cast(node, to: .real)) }
}

extension SQLExpression where Value: _OptionalColumnValue, Value.Unwrapped: ArithmeticColumnValue {
  /// The number as a `Double`; `nil` if there is none: `CAST(t0."count" AS REAL)`.
  @inlinable
  public var double: SQLOperation<Double?> { SQLOperation(.cast(node, to: .real)) }
}

extension SQLExpression where Value.Unwrapped: ArithmeticColumnValue & BinaryFloatingPoint {
  /// The number rounded to this many digits after the decimal point, 0 to 30, with halves rounded away from zero:
  /// `round(t0."price", ?1)`.
  @inlinable
  public func rounded(toDigits digits: Int = 0) -> SQLOperation<Value> {
    SQLOperation(.function(.round, node, .value(Swift.min(Swift.max(digits, 0), 30)._boundValue)))
  }
}

/// The absolute value: `abs(t0."count")`; `NULL` for `NULL`.
@inlinable
public func abs<E: SQLExpression>(_ expression: E) -> SQLOperation<E.Value>
where E.Value.Unwrapped: ArithmeticColumnValue {
  SQLOperation(
    E.Value._collation == .decimal ? .decimal(.decimalAbsolute, expression.node) : .function(.abs, expression.node))
}

/// The smaller of the two in each row: `min(t0."price", t0."offer")`; `NULL` if either is `NULL`.
@inlinable
public func min<L: SQLExpression, R: SQLExpression<L.Value>>(_ first: L, _ second: R) -> SQLOperation<L.Value> {
  SQLOperation(collating: .function(.min, first.node, second.node))
}

/// The smaller of the two in each row: `min(t0."price", ?1)`; `NULL` if either is `NULL`.
@inlinable
public func min<L: SQLExpression>(_ first: L, _ second: L.Value.Unwrapped.Plain) -> SQLOperation<L.Value> {
  SQLOperation(collating: .function(.min, first.node, .value(L.Value.Unwrapped._boundValue(of: second))))
}

/// The larger of the two in each row: `max(t0."price", t0."offer")`; `NULL` if either is `NULL`.
@inlinable
public func max<L: SQLExpression, R: SQLExpression<L.Value>>(_ first: L, _ second: R) -> SQLOperation<L.Value> {
  SQLOperation(collating: .function(.max, first.node, second.node))
}

/// The larger of the two in each row: `max(t0."price", ?1)`; `NULL` if either is `NULL`.
@inlinable
public func max<L: SQLExpression>(_ first: L, _ second: L.Value.Unwrapped.Plain) -> SQLOperation<L.Value> {
  SQLOperation(collating: .function(.max, first.node, .value(L.Value.Unwrapped._boundValue(of: second))))
}

// SQLite's mathematical functions. A library can be built without them; a query then throws a `DatabaseError` that
// names the cause. An undefined result, such as the square root of a negative number, is NULL, so the results are
// optional. Source: SQLite, "Built-In Mathematical SQL Functions".

extension SQLExpression where Value.Unwrapped: ArithmeticColumnValue & BinaryFloatingPoint {
  /// The number rounded up: `ceil(t0."price")`.
  @inlinable
  public func roundedUp() -> SQLOperation<Value> { SQLOperation(.function(.ceil, node)) }

  /// The number rounded down: `floor(t0."price")`.
  @inlinable
  public func roundedDown() -> SQLOperation<Value> { SQLOperation(.function(.floor, node)) }

  /// The number without its fraction: `trunc(t0."price")`.
  @inlinable
  public func roundedTowardZero() -> SQLOperation<Value> { SQLOperation(.function(.trunc, node)) }
}

extension SQLExpression where Value.Unwrapped: ArithmeticColumnValue {
  /// `sqrt(t0."price")`; `nil` for a negative number.
  @inlinable
  public func squareRoot() -> SQLOperation<Double?> { SQLOperation(.function(.sqrt, node)) }

  /// `pow(t0."price", ?1)`; `nil` if the result is undefined, such as -1 to the power of 0.5.
  @inlinable
  public func power(_ exponent: Double) -> SQLOperation<Double?> {
    SQLOperation(.function(.pow, node, .value(exponent._boundValue)))
  }

  /// `pow(t0."price", t0."count")`
  @inlinable
  public func power<E: SQLExpression>(_ exponent: E) -> SQLOperation<Double?>
  where E.Value.Unwrapped: ArithmeticColumnValue {
    SQLOperation(.function(.pow, node, exponent.node))
  }

  /// e to the power of the number: `exp(t0."price")`.
  @inlinable
  public func exponential() -> SQLOperation<Double?> { SQLOperation(.function(.exp, node)) }

  /// The natural logarithm: `ln(t0."price")`; `nil` for 0 and for negative numbers.
  @inlinable
  public func logarithm() -> SQLOperation<Double?> { SQLOperation(.function(.ln, node)) }

  /// The logarithm to a base: `log(?1, t0."price")`; `nil` for 0 and for negative numbers.
  @inlinable
  public func logarithm(base: Double) -> SQLOperation<Double?> {
    SQLOperation(.function(.log, .value(base._boundValue), node))
  }

  /// The sine of an angle in radians: `sin(t0."angle")`.
  @inlinable
  public func sine() -> SQLOperation<Double?> { SQLOperation(.function(.sin, node)) }

  /// The cosine of an angle in radians: `cos(t0."angle")`.
  @inlinable
  public func cosine() -> SQLOperation<Double?> { SQLOperation(.function(.cos, node)) }

  /// The tangent of an angle in radians: `tan(t0."angle")`.
  @inlinable
  public func tangent() -> SQLOperation<Double?> { SQLOperation(.function(.tan, node)) }

  /// The angle in radians with this sine: `asin(t0."height")`; `nil` if there is none.
  @inlinable
  public func arcSine() -> SQLOperation<Double?> { SQLOperation(.function(.asin, node)) }

  /// The angle in radians with this cosine: `acos(t0."height")`; `nil` if there is none.
  @inlinable
  public func arcCosine() -> SQLOperation<Double?> { SQLOperation(.function(.acos, node)) }

  /// The angle in radians with this tangent: `atan(t0."height")`.
  @inlinable
  public func arcTangent() -> SQLOperation<Double?> { SQLOperation(.function(.atan, node)) }

  /// Converts degrees to radians: `radians(t0."latitude")`.
  @inlinable
  public var radians: SQLOperation<Double?> { SQLOperation(.function(.radians, node)) }

  /// Converts radians to degrees: `degrees(t0."angle")`.
  @inlinable
  public var degrees: SQLOperation<Double?> { SQLOperation(.function(.degrees, node)) }
}

extension SQL {
  /// The angle of a point in radians, in the full circle: `atan2(t0."north", t0."east")`.
  @inlinable
  public static func arcTangent<Y: SQLExpression, X: SQLExpression>(y: Y, x: X) -> SQLOperation<Double?>
  where Y.Value.Unwrapped: ArithmeticColumnValue, X.Value.Unwrapped: ArithmeticColumnValue {
    SQLOperation(.function(.atan2, y.node, x.node))
  }
}
