// What is computed stays in the column's own form: it compares with the column and with Swift's dates.
extension SQLExpression where Value.Unwrapped: DateColumnValue {
  /// The time so much later, in the form of the column: years and months first, then days, then the rest, in UTC.
  ///
  /// `$0.dueAt.adding(days: 3)` is `date(substr(t0."due_at", 1, 10), ?1) || substr(t0."due_at", 11)` of a column of text, and
  /// `t0."due_at" + ?1` of one of seconds. A month ends the date at its last day: January 31 and a month are February 28 or 29,
  /// as in Foundation, where SQLite's own `+1 month` gives March 3. A fraction of a second stays as it is. What leads out of
  /// the years 0 to 9999 is `NULL`, and an error where it is read; a longer time is a ``QueryError``.
  @inlinable
  public func adding(
    years: Int = 0, months: Int = 0, days: Int = 0, hours: Int = 0, minutes: Int = 0, seconds: Int = 0
  ) -> SQLOperation<Value> {
    let shift = DateShift(years: years, months: months, days: days, hours: hours, minutes: minutes, seconds: seconds)
    return SQLOperation(.adding(shift, to: node, Value.Unwrapped._calendarForm))
  }

  /// The time that many months later, given by an expression; the last day of a shorter month.
  @inlinable
  public func adding<E: SQLExpression>(months: E) -> SQLOperation<Value>
  where E.Value: ArithmeticColumnValue & FixedWidthInteger {
    SQLOperation(.adding(DateShift(months: .expression(months.node)), to: node, Value.Unwrapped._calendarForm))
  }

  /// The time that many days later, given by an expression: `$0.lentAt.adding(days: $0.term)`.
  @inlinable
  public func adding<E: SQLExpression>(days: E) -> SQLOperation<Value>
  where E.Value: ArithmeticColumnValue & FixedWidthInteger {
    SQLOperation(.adding(DateShift(days: .expression(days.node)), to: node, Value.Unwrapped._calendarForm))
  }

  /// The time that many seconds later, given by an expression.
  @inlinable
  public func adding<E: SQLExpression>(seconds: E) -> SQLOperation<Value>
  where E.Value: ArithmeticColumnValue & FixedWidthInteger {
    SQLOperation(.adding(DateShift(seconds: .expression(seconds.node)), to: node, Value.Unwrapped._calendarForm))
  }

  /// Midnight in UTC, at which the day begins: `datetime(t0."due_at", 'start of day')`.
  @inlinable
  public var startOfDay: SQLOperation<Value> { SQLOperation(.start(of: .day, node, Value.Unwrapped._calendarForm)) }
}

extension SQLExpression where Value.Unwrapped: _CalendarColumnValue {
  /// The first moment of the month in UTC, of a day the first of the month: `datetime(t0."due_at", 'start of month')`.
  @inlinable
  public var startOfMonth: SQLOperation<Value> {
    SQLOperation(.start(of: .month, node, Value.Unwrapped._calendarForm))
  }

  /// The first moment of the year in UTC, of a day the first of January: `datetime(t0."due_at", 'start of year')`.
  @inlinable
  public var startOfYear: SQLOperation<Value> { SQLOperation(.start(of: .year, node, Value.Unwrapped._calendarForm)) }
}

extension SQLExpression where Value.Unwrapped == CalendarDay {
  /// The day so much later, years and months first: `date(t0."born_on", ?1)`. A month ends it at its last day.
  ///
  /// January 31 and a month are February 28 or 29, as in Foundation, where SQLite's own `+1 month` gives March 3.
  @inlinable
  public func adding(years: Int = 0, months: Int = 0, days: Int = 0) -> SQLOperation<Value> {
    let shift = DateShift(years: years, months: months, days: days, hours: 0, minutes: 0, seconds: 0)
    return SQLOperation(.adding(shift, to: node, .day))
  }

  /// The day that many months later, given by an expression; the last day of a shorter month.
  @inlinable
  public func adding<E: SQLExpression>(months: E) -> SQLOperation<Value>
  where E.Value: ArithmeticColumnValue & FixedWidthInteger {
    SQLOperation(.adding(DateShift(months: .expression(months.node)), to: node, .day))
  }

  /// The day that many days later, given by an expression.
  @inlinable
  public func adding<E: SQLExpression>(days: E) -> SQLOperation<Value>
  where E.Value: ArithmeticColumnValue & FixedWidthInteger {
    SQLOperation(.adding(DateShift(days: .expression(days.node)), to: node, .day))
  }
}
