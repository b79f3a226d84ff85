// Weeks and parts of a day, as groups of measurements need them.

extension SQLExpression where Value.Unwrapped: _CalendarColumnValue {
  /// The start of the week, which is a Monday, in UTC. It has the form of the column.
  ///
  /// For a column of seconds: `(t0."entered_at" + 62167651200) / ?1 * ?2 - 62167651200`.
  @inlinable
  public var startOfWeek: SQLOperation<Value> {
    SQLOperation(.start(ofWeek: node, Value.Unwrapped._calendarForm))
  }
}

extension SQLExpression where Value.Unwrapped: DateColumnValue {
  /// The start of the part of the day that the time belongs to: for 15 minutes, 10:00, 10:15, 10:30 and so on, in UTC. It has the form of
  /// the column. If a day isn't divided evenly by `minutes`, the query throws a ``QueryError``.
  ///
  /// For a column of seconds: `(t0."entered_at" + 62167219200) / ?1 * ?2 - 62167219200`.
  @inlinable
  public func startOf(minutes: Int) -> SQLOperation<Value> {
    SQLOperation(.start(ofMinutes: minutes, node, Value.Unwrapped._calendarForm))
  }
}

extension SQLExpression where Value: _CalendarColumnValue {
  /// The number of the week, 1 to 53, in which January 4 is in week 1, as ISO 8601 counts them.
  @inlinable
  public var isoWeek: SQLOperation<Int> { SQLOperation(.isoWeek(node, Value._calendarForm)) }

  /// The year that the week belongs to. It can be another one than that of the day at the start and the end of a year.
  @inlinable
  public var isoYear: SQLOperation<Int> { SQLOperation(.field(.year, of: .thursday(node, Value._calendarForm), .day)) }
}

extension SQLExpression where Value: _OptionalColumnValue, Value.Unwrapped: _CalendarColumnValue {
  /// The number of the week, 1 to 53, as ISO 8601 counts them; `nil` if there is no date.
  @inlinable
  public var isoWeek: SQLOperation<Int?> { SQLOperation(.isoWeek(node, Value.Unwrapped._calendarForm)) }

  /// The year that the week belongs to; `nil` if there is no date.
  @inlinable
  public var isoYear: SQLOperation<Int?> {
    SQLOperation(.field(.year, of: .thursday(node, Value.Unwrapped._calendarForm), .day))
  }
}

extension _ExpressionNode {
  @usableFromInline
  static func start(ofMinutes minutes: Int, _ date: Self, _ form: _CalendarForm) -> Self {
    guard minutes > 0, 1440 % minutes == 0 else {
      return failure(.argument(function: "startOf(minutes:)", needs: "a number that divides the 1440 minutes of a day"))
    }
    return time(ofSeconds: seconds(date, form, in: minutes * 60, since: "62167219200"), form)
  }

  @usableFromInline
  static func start(ofWeek date: Self, _ form: _CalendarForm) -> Self {
    time(ofSeconds: monday(date, form), form)
  }

  /// The week of the year to which most of its days belong.
  @usableFromInline
  static func isoWeek(_ date: Self, _ form: _CalendarForm) -> Self {
    let day = arithmetic(.subtract, field(.dayOfYear, of: thursday(date, form), .day), literal("1"))
    return arithmetic(.add, arithmetic(.divide, day, literal("7")), literal("1"))
  }

  /// The Thursday of the week, as a day. Its year is the one that the week belongs to.
  @usableFromInline
  static func thursday(_ date: Self, _ form: _CalendarForm) -> Self {
    time(ofSeconds: arithmetic(.add, monday(date, form), literal("259200")), .day)
  }

  /// Seconds from 1970 to the start of the week. The origin is a Monday before the year 0.
  private static func monday(_ date: Self, _ form: _CalendarForm) -> Self {
    seconds(date, form, in: 604_800, since: "62167651200")
  }

  /// Seconds from 1970 to the start of a period.
  /// - Parameter origin: seconds from a start before the year 0 to 1970. A sum with it is never negative, so that a division rounds down.
  private static func seconds(
    _ date: Self, _ form: _CalendarForm, in period: Int, since origin: StaticString
  ) -> Self {
    let seconds = form == .time(.unixSeconds) ? date : unixSeconds(wholeSeconds(date, form))
    let count = arithmetic(.divide, arithmetic(.add, seconds, literal(origin)), value(.integer(Int64(period))))
    return arithmetic(.subtract, arithmetic(.multiply, count, value(.integer(Int64(period)))), literal(origin))
  }

  /// A number of seconds since 1970 in the form of a column.
  static func time(ofSeconds seconds: Self, _ form: _CalendarForm) -> Self {
    let time = [seconds, literal("'unixepoch'")]
    return switch form {
    case .day: function(.date, time)
    case .time(.text): function(.datetime, time)
    case .time(.iso8601Milliseconds): text(ofMilliseconds: time)
    case .time(.unixSeconds): seconds
    case .time(.unixMilliseconds): arithmetic(.multiply, seconds, literal("1000"))
    case .time(.julianDay): function(.julianday, time)
    case .time(.referenceDate): arithmetic(.subtract, seconds, referenceDate)
    }
  }
}
