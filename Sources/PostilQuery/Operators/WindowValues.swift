// The values of other rows of a window.
extension SQLExpression {
  /// The value of the row so many before, `nil` where there is none: `lag(t0."price", ?1) OVER (…)`.
  @inlinable
  public func lag(_ offset: Int = 1) -> SQLWindowFunction<Value.Unwrapped?> {
    SQLWindowFunction(.lag, node, .value(offset.binding), refusal: SQLRowOffset.refusal(of: "lag", offset, from: 0))
  }

  /// The value of the row so many before, `value` where there is none: `lag(t0."price", ?1, ?2) OVER (…)`.
  @inlinable
  public func lag(_ offset: Int = 1, default value: Value.Plain) -> SQLWindowFunction<Value> {
    SQLWindowFunction(
      .lag, node, .value(offset.binding), .value(Value.binding(of: value)),
      refusal: SQLRowOffset.refusal(of: "lag", offset, from: 0))
  }

  /// The value of the row so many behind, `nil` where there is none: `lead(t0."price", ?1) OVER (…)`.
  @inlinable
  public func lead(_ offset: Int = 1) -> SQLWindowFunction<Value.Unwrapped?> {
    SQLWindowFunction(.lead, node, .value(offset.binding), refusal: SQLRowOffset.refusal(of: "lead", offset, from: 0))
  }

  /// The value of the row so many behind, `value` where there is none: `lead(t0."price", ?1, ?2) OVER (…)`.
  @inlinable
  public func lead(_ offset: Int = 1, default value: Value.Plain) -> SQLWindowFunction<Value> {
    SQLWindowFunction(
      .lead, node, .value(offset.binding), .value(Value.binding(of: value)),
      refusal: SQLRowOffset.refusal(of: "lead", offset, from: 0))
  }

  /// The value of the frame's first row, `nil` of an empty frame: `first_value(t0."price") OVER (…)`.
  @inlinable
  public func firstValue() -> SQLWindowFunction<Value.Unwrapped?> { SQLWindowFunction(.firstValue, node) }

  /// The value of the frame's last row, `nil` of an empty frame: `last_value(t0."price") OVER (…)`.
  ///
  /// Without a frame the last row is the current one, or one that is no different in order:
  /// `.over(orderBy: $0.price, frame: .rows(.unboundedPreceding, .unboundedFollowing))` is the last of all.
  @inlinable
  public func lastValue() -> SQLWindowFunction<Value.Unwrapped?> { SQLWindowFunction(.lastValue, node) }

  /// The value of the frame's row of this number, from 1, `nil` where there is none: `nth_value(t0."price", ?1) OVER (…)`.
  @inlinable
  public func nthValue(_ number: Int) -> SQLWindowFunction<Value.Unwrapped?> {
    SQLWindowFunction(
      .nthValue, node, .value(number.binding), refusal: SQLRowOffset.refusal(of: "nthValue", number, from: 1))
  }
}

/// What a row is counted by.
@usableFromInline
enum SQLRowOffset {
  @usableFromInline
  static func refusal(of function: String, _ offset: Int, from least: Int) -> QueryError? {
    offset < least ? .argument(function: function, needs: "a number of rows from \(least)") : nil
  }
}
