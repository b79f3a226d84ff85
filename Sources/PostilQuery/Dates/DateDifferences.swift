#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SQLExpression where Value: DateColumnValue {
  /// How many seconds the time is later than this one, fractions included; a number below 0 where it is earlier.
  ///
  /// Of columns of seconds it is `CAST(t0."left_at" - ?1 AS REAL)`.
  @inlinable
  public func seconds(since date: Date) -> SQLOperation<Double> {
    SQLOperation(.seconds(from: .value(Value(_plain: date)._boundValue), to: node, Value._clock))
  }

  /// How many seconds the time is later than that of another expression in the same form, fractions included.
  @inlinable
  public func seconds<E: SQLExpression<Value>>(since date: E) -> SQLOperation<Double> {
    SQLOperation(.seconds(from: date.node, to: node, Value._clock))
  }

  /// How many seconds the time is later than that of another expression, `nil` if that has none.
  @inlinable
  public func seconds<E: SQLExpression>(since date: E) -> SQLOperation<Double?>
  where E.Value: _OptionalColumnValue, E.Value.Unwrapped == Value {
    SQLOperation(.seconds(from: date.node, to: node, Value._clock))
  }

  /// How many times 24 hours the time is later than this one; what is less than a day is dropped.
  @inlinable
  public func days(since date: Date) -> SQLOperation<Int> {
    SQLOperation(.days(from: .value(Value(_plain: date)._boundValue), to: node, Value._calendarForm))
  }

  /// How many times 24 hours the time is later than that of another expression in the same form.
  @inlinable
  public func days<E: SQLExpression<Value>>(since date: E) -> SQLOperation<Int> {
    SQLOperation(.days(from: date.node, to: node, Value._calendarForm))
  }

  /// How many times 24 hours the time is later than that of another expression, `nil` if that has none.
  @inlinable
  public func days<E: SQLExpression>(since date: E) -> SQLOperation<Int?>
  where E.Value: _OptionalColumnValue, E.Value.Unwrapped == Value {
    SQLOperation(.days(from: date.node, to: node, Value._calendarForm))
  }
}

extension SQLExpression where Value: _OptionalColumnValue, Value.Unwrapped: DateColumnValue {
  /// How many seconds the time is later than this one, fractions included; `nil` if there is none.
  @inlinable
  public func seconds(since date: Date) -> SQLOperation<Double?> {
    SQLOperation(.seconds(from: .value(Value.Unwrapped(_plain: date)._boundValue), to: node, Value.Unwrapped._clock))
  }

  /// How many seconds the time is later than that of another expression in the same form; `nil` if one has none.
  @inlinable
  public func seconds<E: SQLExpression>(since date: E) -> SQLOperation<Double?>
  where E.Value.Unwrapped == Value.Unwrapped {
    SQLOperation(.seconds(from: date.node, to: node, Value.Unwrapped._clock))
  }

  /// How many times 24 hours the time is later than this one; `nil` if there is none.
  @inlinable
  public func days(since date: Date) -> SQLOperation<Int?> {
    SQLOperation(
      .days(from: .value(Value.Unwrapped(_plain: date)._boundValue), to: node, Value.Unwrapped._calendarForm))
  }

  /// How many times 24 hours the time is later than that of another expression in the same form; `nil` if one has none.
  @inlinable
  public func days<E: SQLExpression>(since date: E) -> SQLOperation<Int?> where E.Value.Unwrapped == Value.Unwrapped {
    SQLOperation(.days(from: date.node, to: node, Value.Unwrapped._calendarForm))
  }
}

extension SQLExpression where Value == CalendarDay {
  /// How many days the day is later than this one: `CAST(julianday(t0."born_on") - julianday(?1) AS INTEGER)`.
  @inlinable
  public func days(since day: DateComponents) -> SQLOperation<Int> {
    SQLOperation(.days(from: .value(CalendarDay(_plain: day)._boundValue), to: node, .day))
  }

  /// How many days the day is later than that of another expression.
  @inlinable
  public func days<E: SQLExpression<CalendarDay>>(since day: E) -> SQLOperation<Int> {
    SQLOperation(.days(from: day.node, to: node, .day))
  }

  /// How many days the day is later than that of another expression, `nil` if that has none.
  @inlinable
  public func days<E: SQLExpression<CalendarDay?>>(since day: E) -> SQLOperation<Int?> {
    SQLOperation(.days(from: day.node, to: node, .day))
  }
}

extension SQLExpression where Value == CalendarDay? {
  /// How many days the day is later than this one; `nil` if there is none.
  @inlinable
  public func days(since day: DateComponents) -> SQLOperation<Int?> {
    SQLOperation(.days(from: .value(CalendarDay(_plain: day)._boundValue), to: node, .day))
  }

  /// How many days the day is later than that of another expression; `nil` if one has none.
  @inlinable
  public func days<E: SQLExpression>(since day: E) -> SQLOperation<Int?> where E.Value.Unwrapped == CalendarDay {
    SQLOperation(.days(from: day.node, to: node, .day))
  }
}
