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

extension _ExpressionNode {
  /// The number of whole years between two days. The digits of a day are a number, `20260131`, so years are ten thousands.
  @usableFromInline
  static func years(from start: Self, to end: Self) -> Self {
    func digits(_ day: Self) -> Self { cast(function(.strftime, literal("'%Y%m%d'"), day), to: .integer) }
    func month(_ day: Self...) -> Self { function(.strftime, [literal("'%m%d'")] + day) }
    // A year that started on February 29 ends on February 28 if the next year has no February 29.
    let days = [month(start), month(end), month(end, literal("'+1 day'"))]
    let leapDay = equal(
      days.dropFirst().reduce(days[0]) { arithmetic(.concatenate, $0, $1) }, literal("'022902280301'"))
    let correction = branches([CaseBranch(leapDay, literal("1"))], otherwise: literal("0"))
    return arithmetic(
      .divide, arithmetic(.add, arithmetic(.subtract, digits(end), digits(start)), correction), literal("10000"))
  }
}

extension SQLExpression where Value.Unwrapped == CalendarDay {
  /// The number of whole years by which the day is later than another one; `nil` if either has no value.
  @inlinable
  public func years<E: SQLExpression>(since day: E) -> SQLOperation<Int?> where E.Value.Unwrapped == CalendarDay {
    SQLOperation(.years(from: day.node, to: node))
  }
}

extension SQLExpression where Value == CalendarDay {
  /// The number of whole years by which the day is later than another one: `SQL.today.years(since: $0.bornOn)` is an age. Years are
  /// counted as by Foundation's `Calendar`. The number is negative if the other day is later.
  @inlinable
  public func years<E: SQLExpression<CalendarDay>>(since day: E) -> SQLOperation<Int> {
    SQLOperation(.years(from: day.node, to: node))
  }

  /// The number of whole years from the day to this one: the age of `$0.bornOn.years(until: day)`.
  @inlinable
  public func years(until day: DateComponents) -> SQLOperation<Int> {
    SQLOperation(.years(from: node, to: .value(CalendarDay(_plain: day)._boundValue)))
  }

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
  /// The number of whole years from the day to this one; `nil` if it has no value.
  @inlinable
  public func years(until day: DateComponents) -> SQLOperation<Int?> {
    SQLOperation(.years(from: node, to: .value(CalendarDay(_plain: day)._boundValue)))
  }

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
