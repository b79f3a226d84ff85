extension SQLExpression where Value: CalendarColumnValue {
  /// The date as a text of this format: `strftime(?1, t0."due_at")`.
  ///
  /// `"%Y-%m"` is a month, `"%Y-%m-%d %H:%M"` a minute in UTC. A format has `%d` (day), `%j` (day of the year), `%m`, `%w` (0 for
  /// Sunday), `%W` (week of the year, from 0), `%Y` and `%%`; of a time also `%f` (seconds with milliseconds), `%H`, `%J` (Julian
  /// day), `%M`, `%s` (seconds since 1970) and `%S`. Another letter is a ``QueryError``: later versions of SQLite know more,
  /// 3.37 does not. Source: SQLite, "Date And Time Functions", section 1.
  @inlinable
  public func formatted(_ format: String) -> SQLOperation<String> {
    SQLOperation(.formatted(format, node, Value.calendarForm))
  }
}

extension SQLExpression where Value: OptionalColumnValue, Value.Unwrapped: CalendarColumnValue {
  /// The date as a text of this format, `nil` where there is none: `strftime(?1, t0."due_at")`.
  @inlinable
  public func formatted(_ format: String) -> SQLOperation<String?> {
    SQLOperation(.formatted(format, node, Value.Unwrapped.calendarForm))
  }
}
