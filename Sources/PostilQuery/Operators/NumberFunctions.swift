extension SQLExpression where Value: ArithmeticColumnValue {
  /// -1 of a negative number, 1 of a positive one, and 0: `sign(t0."count")`.
  @inlinable
  public var sign: SQLOperation<Int> { SQLOperation(.function(.sign, node)) }
}

extension SQLExpression where Value: OptionalColumnValue, Value.Unwrapped: ArithmeticColumnValue {
  /// -1 of a negative number, 1 of a positive one, and 0; `nil` where there is none: `sign(t0."weight")`.
  @inlinable
  public var sign: SQLOperation<Int?> { SQLOperation(.function(.sign, node)) }
}
