// Calendar components with the same values as in Foundation's `Calendar`, in UTC.
extension SQLExpression where Value: _CalendarColumnValue {
  /// The year: `CAST(strftime('%Y', t0."due_at") AS INTEGER)`.
  @inlinable
  public var year: SQLOperation<Int> { SQLOperation(.field(.year, of: node, Value._calendarForm)) }

  /// The month, 1 to 12: `CAST(strftime('%m', t0."due_at") AS INTEGER)`.
  @inlinable
  public var month: SQLOperation<Int> { SQLOperation(.field(.month, of: node, Value._calendarForm)) }

  /// The day of the month, 1 to 31: `CAST(strftime('%d', t0."due_at") AS INTEGER)`.
  @inlinable
  public var day: SQLOperation<Int> { SQLOperation(.field(.day, of: node, Value._calendarForm)) }

  /// The day of the week, 1 for Sunday to 7 for Saturday, as in Foundation: `CAST(strftime('%w', …) AS INTEGER) + 1`.
  @inlinable
  public var weekday: SQLOperation<Int> { SQLOperation(.field(.weekday, of: node, Value._calendarForm)) }

  /// The day of the year, 1 to 366: `CAST(strftime('%j', t0."due_at") AS INTEGER)`.
  @inlinable
  public var dayOfYear: SQLOperation<Int> { SQLOperation(.field(.dayOfYear, of: node, Value._calendarForm)) }
}

extension SQLExpression where Value: _OptionalColumnValue, Value.Unwrapped: _CalendarColumnValue {
  /// The year; `nil` if there is no date: `CAST(strftime('%Y', t0."due_at") AS INTEGER)`.
  @inlinable
  public var year: SQLOperation<Int?> { SQLOperation(.field(.year, of: node, Value.Unwrapped._calendarForm)) }

  /// The month, 1 to 12; `nil` if there is no date: `CAST(strftime('%m', t0."due_at") AS INTEGER)`.
  @inlinable
  public var month: SQLOperation<Int?> { SQLOperation(.field(.month, of: node, Value.Unwrapped._calendarForm)) }

  /// The day of the month, 1 to 31; `nil` if there is no date: `CAST(strftime('%d', t0."due_at") AS INTEGER)`.
  @inlinable
  public var day: SQLOperation<Int?> { SQLOperation(.field(.day, of: node, Value.Unwrapped._calendarForm)) }

  /// The day of the week, 1 for Sunday to 7 for Saturday; `nil` if there is no date.
  @inlinable
  public var weekday: SQLOperation<Int?> { SQLOperation(.field(.weekday, of: node, Value.Unwrapped._calendarForm)) }

  /// The day of the year, 1 to 366; `nil` if there is no date: `CAST(strftime('%j', t0."due_at") AS INTEGER)`.
  @inlinable
  public var dayOfYear: SQLOperation<Int?> {
    SQLOperation(.field(.dayOfYear, of: node, Value.Unwrapped._calendarForm))
  }
}

extension SQLExpression where Value: DateColumnValue {
  /// The hour, 0 to 23, in UTC: `CAST(strftime('%H', substr(t0."due_at", 1, 19)) AS INTEGER)`.
  @inlinable
  public var hour: SQLOperation<Int> { SQLOperation(.field(.hour, of: node, Value._calendarForm)) }

  /// The minute, 0 to 59: `CAST(strftime('%M', substr(t0."due_at", 1, 19)) AS INTEGER)`.
  @inlinable
  public var minute: SQLOperation<Int> { SQLOperation(.field(.minute, of: node, Value._calendarForm)) }

  /// The second, 0 to 59, without its fraction: `CAST(strftime('%S', substr(t0."due_at", 1, 19)) AS INTEGER)`.
  @inlinable
  public var second: SQLOperation<Int> { SQLOperation(.field(.second, of: node, Value._calendarForm)) }

  /// The day in UTC: `date(t0."due_at")`.
  @inlinable
  public var calendarDay: SQLOperation<CalendarDay> { SQLOperation(.calendarDay(node, Value._calendarForm)) }
}

extension SQLExpression where Value: _OptionalColumnValue, Value.Unwrapped: DateColumnValue {
  /// The hour, 0 to 23, in UTC; `nil` if there is no date.
  @inlinable
  public var hour: SQLOperation<Int?> { SQLOperation(.field(.hour, of: node, Value.Unwrapped._calendarForm)) }

  /// The minute, 0 to 59; `nil` if there is no date.
  @inlinable
  public var minute: SQLOperation<Int?> { SQLOperation(.field(.minute, of: node, Value.Unwrapped._calendarForm)) }

  /// The second, 0 to 59, without its fraction; `nil` if there is no date.
  @inlinable
  public var second: SQLOperation<Int?> { SQLOperation(.field(.second, of: node, Value.Unwrapped._calendarForm)) }

  /// The day in UTC; `nil` if there is no date: `date(t0."due_at")`.
  @inlinable
  public var calendarDay: SQLOperation<CalendarDay?> {
    SQLOperation(.calendarDay(node, Value.Unwrapped._calendarForm))
  }
}
