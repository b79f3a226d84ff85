// Results have the column's own form, so they can be compared with the column and with Swift's dates.
extension SQLExpression where Value.Unwrapped: DateColumnValue {
  /// The time that much later, in the form of the column. Years and months are added first, then days, then the rest, in UTC.
  ///
  /// `$0.dueAt.adding(days: 3)` is `date(substr(t0."due_at", 1, 10), ?1) || substr(t0."due_at", 11)` for a text column,
  /// and `t0."due_at" + ?1` for a column of seconds. A date that doesn't exist becomes the last day of the month:
  /// January 31 plus a month is February 28 or 29, as in Foundation, while SQLite's own `+1 month` gives March 3.
  /// Fractions of a second are preserved. A result outside the years 0 to 9999 is `NULL`, which is an error when it is
  /// read. A longer duration is a ``QueryError``.
  @inlinable
  public func adding(
    years: Int = 0, months: Int = 0, days: Int = 0, hours: Int = 0, minutes: Int = 0, seconds: Int = 0
  ) -> SQLOperation<Value> {
    let shift = DateShift(years: years, months: months, days: days, hours: hours, minutes: minutes, seconds: seconds)
    return SQLOperation(.adding(shift, to: node, Value.Unwrapped._calendarForm))
  }

  /// The time that many months later, given by an expression, at most the last day of the month.
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

  /// Midnight in UTC at the start of the day: `datetime(t0."due_at", 'start of day')`.
  @inlinable
  public var startOfDay: SQLOperation<Value> { SQLOperation(.start(of: .day, node, Value.Unwrapped._calendarForm)) }
}

extension SQLExpression where Value.Unwrapped: _CalendarColumnValue {
  /// The start of the month in UTC; for a day, the first of the month: `datetime(t0."due_at", 'start of month')`.
  @inlinable
  public var startOfMonth: SQLOperation<Value> {
    SQLOperation(.start(of: .month, node, Value.Unwrapped._calendarForm))
  }

  /// The start of the year in UTC; for a day, January 1: `datetime(t0."due_at", 'start of year')`.
  @inlinable
  public var startOfYear: SQLOperation<Value> { SQLOperation(.start(of: .year, node, Value.Unwrapped._calendarForm)) }
}

extension SQLExpression where Value.Unwrapped == CalendarDay {
  /// The day that much later: `date(t0."born_on", ?1)`. Years and months are added first.
  ///
  /// A date that doesn't exist becomes the last day of the month: January 31 plus a month is February 28 or 29, as in
  /// Foundation, while SQLite's own `+1 month` gives March 3.
  @inlinable
  public func adding(years: Int = 0, months: Int = 0, days: Int = 0) -> SQLOperation<Value> {
    let shift = DateShift(years: years, months: months, days: days, hours: 0, minutes: 0, seconds: 0)
    return SQLOperation(.adding(shift, to: node, .day))
  }

  /// The day that many months later, given by an expression, at most the last day of the month.
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
