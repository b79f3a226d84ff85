#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SQLExpression where Value: DateColumnValue {
  /// The number of seconds by which the time is later than this date, including fractions. It is negative if the time is earlier.
  ///
  /// For columns of seconds, it is `CAST(t0."left_at" - ?1 AS REAL)`.
  @inlinable
  public func seconds(since date: Date) -> SQLOperation<Double> {
    SQLOperation(.seconds(from: .value(Value(_plain: date)._boundValue), to: node, Value._clock))
  }

  /// The number of seconds by which the time is later than another expression in the same form, including fractions.
  @inlinable
  public func seconds<E: SQLExpression<Value>>(since date: E) -> SQLOperation<Double> {
    SQLOperation(.seconds(from: date.node, to: node, Value._clock))
  }

  /// The number of seconds by which the time is later than another expression; `nil` if that has no value.
  @inlinable
  public func seconds<E: SQLExpression>(since date: E) -> SQLOperation<Double?>
  where E.Value: _OptionalColumnValue, E.Value.Unwrapped == Value {
    SQLOperation(.seconds(from: date.node, to: node, Value._clock))
  }

  /// The number of whole 24-hour periods by which the time is later than this date. A remainder is dropped.
  @inlinable
  public func days(since date: Date) -> SQLOperation<Int> {
    SQLOperation(.days(from: .value(Value(_plain: date)._boundValue), to: node, Value._calendarForm))
  }

  /// The number of whole 24-hour periods by which the time is later than another expression in the same form.
  @inlinable
  public func days<E: SQLExpression<Value>>(since date: E) -> SQLOperation<Int> {
    SQLOperation(.days(from: date.node, to: node, Value._calendarForm))
  }

  /// The number of whole 24-hour periods by which the time is later than another expression; `nil` if that has no value.
  @inlinable
  public func days<E: SQLExpression>(since date: E) -> SQLOperation<Int?>
  where E.Value: _OptionalColumnValue, E.Value.Unwrapped == Value {
    SQLOperation(.days(from: date.node, to: node, Value._calendarForm))
  }
}

extension SQLExpression where Value: _OptionalColumnValue, Value.Unwrapped: DateColumnValue {
  /// The number of seconds by which the time is later than this date, including fractions; `nil` if it has no value.
  @inlinable
  public func seconds(since date: Date) -> SQLOperation<Double?> {
    SQLOperation(.seconds(from: .value(Value.Unwrapped(_plain: date)._boundValue), to: node, Value.Unwrapped._clock))
  }

  /// The number of seconds by which the time is later than another expression in the same form; `nil` if either has no value.
  @inlinable
  public func seconds<E: SQLExpression>(since date: E) -> SQLOperation<Double?>
  where E.Value.Unwrapped == Value.Unwrapped {
    SQLOperation(.seconds(from: date.node, to: node, Value.Unwrapped._clock))
  }

  /// The number of whole 24-hour periods by which the time is later than this date; `nil` if it has no value.
  @inlinable
  public func days(since date: Date) -> SQLOperation<Int?> {
    SQLOperation(
      .days(from: .value(Value.Unwrapped(_plain: date)._boundValue), to: node, Value.Unwrapped._calendarForm))
  }

  /// The number of whole 24-hour periods by which the time is later than another expression in the same form; `nil` if
  /// either has no value.
  @inlinable
  public func days<E: SQLExpression>(since date: E) -> SQLOperation<Int?> where E.Value.Unwrapped == Value.Unwrapped {
    SQLOperation(.days(from: date.node, to: node, Value.Unwrapped._calendarForm))
  }
}

extension SQLExpression where Value == CalendarDay {
  /// The number of days by which the day is later than this one: `CAST(julianday(t0."born_on") - julianday(?1) AS INTEGER)`.
  @inlinable
  public func days(since day: DateComponents) -> SQLOperation<Int> {
    SQLOperation(.days(from: .value(CalendarDay(_plain: day)._boundValue), to: node, .day))
  }

  /// The number of days by which the day is later than another expression.
  @inlinable
  public func days<E: SQLExpression<CalendarDay>>(since day: E) -> SQLOperation<Int> {
    SQLOperation(.days(from: day.node, to: node, .day))
  }

  /// The number of days by which the day is later than another expression; `nil` if that has no value.
  @inlinable
  public func days<E: SQLExpression<CalendarDay?>>(since day: E) -> SQLOperation<Int?> {
    SQLOperation(.days(from: day.node, to: node, .day))
  }
}

extension SQLExpression where Value == CalendarDay? {
  /// The number of days by which the day is later than this one; `nil` if it has no value.
  @inlinable
  public func days(since day: DateComponents) -> SQLOperation<Int?> {
    SQLOperation(.days(from: .value(CalendarDay(_plain: day)._boundValue), to: node, .day))
  }

  /// The number of days by which the day is later than another expression; `nil` if either has no value.
  @inlinable
  public func days<E: SQLExpression>(since day: E) -> SQLOperation<Int?> where E.Value.Unwrapped == CalendarDay {
    SQLOperation(.days(from: day.node, to: node, .day))
  }
}
