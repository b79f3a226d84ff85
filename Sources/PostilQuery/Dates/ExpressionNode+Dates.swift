// SQLite's date functions for columns in each form. They round to milliseconds, so the last half millisecond of a
// second would count as the next second, day or year. The SQL therefore passes whole seconds, rounded down. Source:
// SQLite, "Date And Time Functions".
extension _ExpressionNode {
  /// A calendar component: `CAST(strftime('%Y', t0."due_at") AS INTEGER)`.
  @usableFromInline
  static func field(_ field: CalendarField, of date: Self, _ form: _CalendarForm) -> Self {
    let time = field.isOfTime ? wholeSeconds(date, form) : day(date, form, mayRound: field == .weekday)
    let number = cast(function(.strftime, [literal(field.format)] + time), to: .integer)
    // Sunday is 1 in Swift and 0 in SQLite.
    return field == .weekday ? arithmetic(.add, number, literal("1")) : number
  }

  /// The day of a point in time: `date(t0."due_at")`.
  @usableFromInline
  static func calendarDay(_ date: Self, _ form: _CalendarForm) -> Self { function(.date, day(date, form)) }

  /// The start of the day, month or year.
  @usableFromInline
  static func start(of unit: CalendarUnit, _ date: Self, _ form: _CalendarForm) -> Self {
    let start = literal(unit.start)
    switch form {
    case .day: return function(.date, date, start)
    case .time(.text): return function(.datetime, date, start)
    case .time(.iso8601Milliseconds): return text(ofMilliseconds: [date, start])
    case .time(.julianDay):
      let midnight = midnight(ofJulianDay: date)
      return unit == .day ? midnight : function(.julianday, midnight, start)
    case .time(.unixSeconds), .time(.unixMilliseconds), .time(.referenceDate):
      return time(ofSeconds: unixSeconds(day(date, form) + [start]), form)
    }
  }

  /// The date as text in a format: `strftime(?1, t0."due_at")`.
  @usableFromInline
  static func formatted(_ format: String, _ date: Self, _ form: _CalendarForm) -> Self {
    let check = DateFormat(format, hasTime: form != .day)
    if let mistake = check.mistake { return failure(.argument(function: "formatted", needs: mistake)) }
    let time = check.hasFraction ? exactTime(date, form) : wholeSeconds(date, form)
    return function(.strftime, [value(.text(format))] + time)
  }

  /// The number of seconds between two points in time; positive if the second one is earlier.
  @usableFromInline
  static func seconds(from start: Self, to end: Self, _ clock: _DatabaseClock) -> Self {
    switch clock {
    case .text, .iso8601Milliseconds:
      let whole = arithmetic(.subtract, unixSeconds([seconds(end)]), unixSeconds([seconds(start)]))
      return arithmetic(.add, whole, arithmetic(.subtract, fraction(end), fraction(start)))
    case .unixSeconds: return cast(arithmetic(.subtract, end, start), to: .real)
    case .unixMilliseconds: return arithmetic(.divide, arithmetic(.subtract, end, start), literal("1000.0"))
    case .julianDay:
      return arithmetic(
        .divide, arithmetic(.subtract, ticks(ofJulianDay: end), ticks(ofJulianDay: start)), literal("10000.0"))
    case .referenceDate: return cast(arithmetic(.subtract, end, start), to: .real)
    }
  }

  /// The number of whole days between two points in time, or two days.
  @usableFromInline
  static func days(from start: Self, to end: Self, _ form: _CalendarForm) -> Self {
    switch form {
    case .day:
      return cast(arithmetic(.subtract, function(.julianday, end), function(.julianday, start)), to: .integer)
    case .time(.text), .time(.iso8601Milliseconds):
      return cast(arithmetic(.divide, seconds(from: start, to: end, .text), literal("86400")), to: .integer)
    case .time(.unixSeconds): return arithmetic(.divide, arithmetic(.subtract, end, start), literal("86400"))
    case .time(.unixMilliseconds):
      return arithmetic(.divide, arithmetic(.subtract, end, start), literal("86400000"))
    case .time(.julianDay):
      return arithmetic(
        .divide, arithmetic(.subtract, ticks(ofJulianDay: end), ticks(ofJulianDay: start)), literal("864000000"))
    case .time(.referenceDate):
      return cast(arithmetic(.divide, arithmetic(.subtract, end, start), literal("86400.0")), to: .integer)
    }
  }

  // MARK: - Arguments of date functions

  /// The point in time, with its seconds rounded down.
  static func wholeSeconds(_ date: Self, _ form: _CalendarForm) -> [Self] {
    switch form {
    case .time(.text), .time(.iso8601Milliseconds): [seconds(date)]
    case .time(.julianDay):
      [
        // For a number that is never negative, the division rounds down.
        arithmetic(
          .subtract,
          arithmetic(.divide, arithmetic(.add, ticks(ofJulianDay: date), literal("621672192000000")), literal("10000")),
          literal("62167219200")),
        literal("'unixepoch'"),
      ]
    case .time(.referenceDate):
      [arithmetic(.add, wholeSeconds(ofReferenceDate: date), referenceDate), literal("'unixepoch'")]
    case .day, .time(.unixSeconds), .time(.unixMilliseconds): exactTime(date, form)
    }
  }

  /// The point in time with milliseconds.
  static func exactTime(_ date: Self, _ form: _CalendarForm) -> [Self] {
    switch form {
    case .day, .time(.text), .time(.iso8601Milliseconds), .time(.julianDay): [date]
    case .time(.unixSeconds): [date, literal("'unixepoch'")]
    case .time(.unixMilliseconds): [arithmetic(.divide, date, literal("1000.0")), literal("'unixepoch'")]
    case .time(.referenceDate): [arithmetic(.add, date, referenceDate), literal("'unixepoch'")]
    }
  }

  /// A point in time on the same day. SQLite uses the day in the text unchanged, unless it computes the result from a
  /// number, where it may round.
  static func day(_ date: Self, _ form: _CalendarForm, mayRound: Bool = false) -> [Self] {
    switch form {
    case .time(.text), .time(.iso8601Milliseconds): mayRound ? [seconds(date)] : [date]
    case .time(.julianDay): [midnight(ofJulianDay: date)]
    case .time(.referenceDate): wholeSeconds(date, form)
    case .day, .time(.unixSeconds), .time(.unixMilliseconds): exactTime(date, form)
    }
  }

  /// The text of a point in time with three digits after the seconds.
  static func text(ofMilliseconds time: [Self]) -> Self {
    function(.strftime, [literal("'%Y-%m-%d %H:%M:%f'")] + time)
  }

  /// The text of a date without its fraction.
  static func seconds(_ text: Self) -> Self { function(.substr, text, literal("1"), literal("19")) }

  /// The fraction of a second in the text of a date, which may be empty.
  private static func fraction(_ text: Self) -> Self {
    cast(arithmetic(.concatenate, literal("'0'"), function(.substr, text, literal("20"))), to: .real)
  }

  /// Seconds from the start of 1970 to the start of 2001.
  static var referenceDate: Self { literal("978307200") }

  /// The seconds of a reference date, rounded down. A `CAST` alone would round towards zero.
  private static func wholeSeconds(ofReferenceDate date: Self) -> Self {
    let whole = cast(date, to: .integer)
    return arithmetic(.subtract, whole, _ExpressionNode(.comparison(.less, date, whole, .none), over: date, whole))
  }

  /// `CAST(strftime('%s', …) AS INTEGER)`
  static func unixSeconds(_ time: [Self]) -> Self {
    cast(function(.strftime, [literal("'%s'")] + time), to: .integer)
  }

  /// The midnight at or before a Julian day, which starts at noon.
  static func midnight(ofJulianDay days: Self) -> Self {
    arithmetic(.subtract, cast(arithmetic(.add, days, literal("0.5")), to: .integer), literal("0.5"))
  }

  /// Ten-thousandths of a second since 1970.
  static func ticks(ofJulianDay days: Self) -> Self {
    let exact = arithmetic(.multiply, arithmetic(.subtract, days, literal("2440587.5")), literal("864000000.0"))
    return cast(function(.round, exact), to: .integer)
  }
}

/// A calendar component.
@usableFromInline
enum CalendarField: Sendable {
  case year, month, day, hour, minute, second, weekday, dayOfYear

  var format: StaticString {
    switch self {
    case .year: "'%Y'"
    case .month: "'%m'"
    case .day: "'%d'"
    case .hour: "'%H'"
    case .minute: "'%M'"
    case .second: "'%S'"
    case .weekday: "'%w'"
    case .dayOfYear: "'%j'"
    }
  }

  var isOfTime: Bool {
    switch self {
    case .hour, .minute, .second: true
    case .year, .month, .day, .weekday, .dayOfYear: false
    }
  }
}

/// A calendar unit that has a start.
@usableFromInline
enum CalendarUnit: Sendable {
  case day, month, year

  var start: StaticString {
    switch self {
    case .day: "'start of day'"
    case .month: "'start of month'"
    case .year: "'start of year'"
    }
  }
}
