#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SQLExpression where Value: DateColumnValue {
  /// The time in another form, to the millisecond, so that it can be compared, sorted and combined with columns in that form:
  /// `$0.paidAt.stored(as: UnixSeconds.self)` is `CAST(strftime('%s', substr(t0."paid_at", 1, 19)) AS INTEGER)`.
  @inlinable
  public func stored<Stored: DateColumnValue>(as type: Stored.Type) -> SQLOperation<Stored> {
    SQLOperation(.converted(node, from: Value._clock, to: Stored._clock))
  }
}

extension SQLExpression where Value: _OptionalColumnValue, Value.Unwrapped: DateColumnValue {
  /// The time in another form, to the millisecond; `nil` if there is no date.
  @inlinable
  public func stored<Stored: DateColumnValue>(as type: Stored.Type) -> SQLOperation<Stored?> {
    SQLOperation(.converted(node, from: Value.Unwrapped._clock, to: Stored._clock))
  }
}

extension SQLOperation {
  /// Creates a column from a date, or from an expression in any form, which is converted.
  @_disfavoredOverload
  public init<Form: DateColumnValue>(_ date: some ProjectedValue<Form>) where Value: DateColumnValue {
    self.init(.date(date, in: Form.self, as: Value.self))
  }

  /// Creates an optional column from a date, or from an expression in any form, which is converted.
  @_disfavoredOverload
  public init<Form: DateColumnValue, Stored: DateColumnValue>(optional date: some ProjectedOptional<Form>)
  where Value == Stored? {
    self.init(.date(date, in: Form.self, as: Stored.self))
  }
}

/// A day fills a property of a projection with `@store(as: day)`.
extension DateComponents: ProjectedValue {
  /// The stored form.
  public typealias _Projected = CalendarDay
  /// The stored form.
  public typealias _ProjectedUnwrapped = CalendarDay
  /// The text of the day.
  public var _projectedNode: _ExpressionNode { .value(CalendarDay(_plain: self)._boundValue) }
}

extension _ExpressionNode {
  /// A date in the form of a column. A value is converted in Swift.
  fileprivate static func date<Form: DateColumnValue, Stored: DateColumnValue>(
    _ date: some ProjectedOptional, in form: Form.Type, as type: Stored.Type
  ) -> Self {
    if let date = date as? Date { return .value(Stored(_plain: date)._boundValue) }
    return converted(date._projectedNode, from: Form._clock, to: Stored._clock)
  }

  @usableFromInline
  static func converted(_ date: Self, from form: _DatabaseClock, to clock: _DatabaseClock) -> Self {
    if form == clock { return date }
    let time = exactTime(date, .time(form))
    // As in the expressions of the current time, with the same rounding.
    let days = arithmetic(.subtract, function(.julianday, time), literal("2440587.5"))
    let milliseconds = function(.round, arithmetic(.multiply, days, literal("86400000.0")))
    switch clock {
    case .text:
      return function(.rtrim, function(.rtrim, text(ofMilliseconds: time), literal("'0'")), literal("'.'"))
    case .iso8601Milliseconds: return text(ofMilliseconds: time)
    case .unixSeconds: return unixSeconds(wholeSeconds(date, .time(form)))
    case .unixMilliseconds: return cast(milliseconds, to: .integer)
    case .julianDay: return function(.julianday, time)
    case .referenceDate:
      return arithmetic(.subtract, arithmetic(.divide, milliseconds, literal("1000.0")), referenceDate)
    }
  }
}
