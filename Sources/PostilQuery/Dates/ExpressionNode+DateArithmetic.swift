/// How far a date is moved: first by months, then by days, then by seconds.
@usableFromInline
struct DateShift: Sendable {
  var months: Amount?
  var days: Amount?
  var seconds: Amount?

  /// A number of units: a value or an expression.
  @usableFromInline
  enum Amount: Sendable {
    case value(Int)
    case expression(_ExpressionNode)

    /// The amount as a modifier of SQLite's date functions: `+3 days`.
    func modifier(_ unit: Unit, more: Int = 0) -> _ExpressionNode {
      switch self {
      case .value(let value):
        let sum = value + more
        return .value(.text("\(sum < 0 ? "" : "+")\(sum) \(unit)"))
      case .expression(let node):
        let sum = more == 0 ? node : .arithmetic(.add, node, .value(more._boundValue))
        return .arithmetic(.concatenate, sum, .literal(unit.suffix))
      }
    }

    /// The amount as a number of smaller units.
    func times(_ factor: Int) -> _ExpressionNode {
      switch self {
      case .value(let value): .value((value * factor)._boundValue)
      case .expression(let node): factor == 1 ? node : .arithmetic(.multiply, node, .value(factor._boundValue))
      }
    }
  }

  enum Unit {
    case months, days, seconds

    var suffix: StaticString {
      switch self {
      case .months: "' months'"
      case .days: "' days'"
      case .seconds: "' seconds'"
      }
    }
  }

  @usableFromInline
  init(months: Amount? = nil, days: Amount? = nil, seconds: Amount? = nil) {
    self.months = months
    self.days = days
    self.seconds = seconds
  }

  /// The sum of these durations; `nil` if it is longer than the years 0 to 9999.
  @usableFromInline
  init?(years: Int, months: Int, days: Int, hours: Int, minutes: Int, seconds: Int) {
    let longest = 10_000 * 366 * 86_400
    // The factors are within SQLite's date range, so the products can't overflow.
    guard [years, months, days, hours, minutes, seconds].allSatisfy({ -longest...longest ~= $0 }) else { return nil }
    let allMonths = years * 12 + months
    let allSeconds = hours * 3600 + minutes * 60 + seconds
    guard -120_000...120_000 ~= allMonths, -3_660_000...3_660_000 ~= days, -longest...longest ~= allSeconds else {
      return nil
    }
    if allMonths != 0 { self.months = .value(allMonths) }
    if days != 0 { self.days = .value(days) }
    if allSeconds != 0 { self.seconds = .value(allSeconds) }
  }
}

extension _ExpressionNode {
  /// A date moved in time, in its own form. Its fraction of a second is preserved.
  @usableFromInline
  static func adding(_ shift: DateShift?, to date: Self, _ form: _CalendarForm) -> Self {
    guard let shift else {
      return failure(.argument(function: "adding", needs: "a duration no longer than the years 0 to 9999"))
    }
    let moved: Self =
      switch form {
      case .day: moved(day: date, by: shift)
      case .time(.text), .time(.iso8601Milliseconds): moved(text: date, by: shift)
      case .time(.unixSeconds): moved(count: date, .unixSeconds, perSecond: 1, by: shift)
      case .time(.unixMilliseconds): moved(count: date, .unixMilliseconds, perSecond: 1000, by: shift)
      case .time(.julianDay): moved(julianDay: date, by: shift)
      case .time(.referenceDate): moved(referenceDate: date, by: shift)
      }
    // The SQL contains the date several times, so only a few of these can be nested.
    return _ExpressionNode(moved.kind, depth: moved.depth + 30, traits: moved.traits)
  }

  /// Days are dates in SQLite. The result is limited to the last day of the month, because in SQLite, January 31 plus a
  /// month is March 3.
  private static func moved(day: Self, by shift: DateShift) -> Self {
    var day = day
    if let months = shift.months {
      day = function(
        .min, function(.date, day, months.modifier(.months)),
        function(
          .date, day, literal("'start of month'"), months.modifier(.months, more: 1), literal("'-1 day'")))
    }
    if let days = shift.days { day = function(.date, day, days.modifier(.days)) }
    return day
  }

  /// Moves the day, or the text up to the seconds, and appends the rest.
  private static func moved(text: Self, by shift: DateShift) -> Self {
    let isOfDays = shift.months != nil || shift.days != nil
    let day = moved(day: function(.substr, text, literal("1"), literal("10")), by: shift)
    guard let seconds = shift.seconds else {
      return isOfDays ? arithmetic(.concatenate, day, function(.substr, text, literal("11"))) : text
    }
    let time = function(.substr, text, literal("11"), literal("9"))
    let second = isOfDays ? arithmetic(.concatenate, day, time) : Self.seconds(text)
    return arithmetic(
      .concatenate, function(.datetime, second, seconds.modifier(.seconds)), function(.substr, text, literal("20")))
  }

  /// Adds days and seconds as numbers. Months are added to midnight, and then the time of day is added again.
  private static func moved(count: Self, _ clock: _DatabaseClock, perSecond: Int, by shift: DateShift) -> Self {
    var count = count
    if let months = shift.months {
      let day = day(count, .time(clock))
      let midnight = clampedMidnight(day + [literal("'start of day'")], day, months)
      let length = literal(perSecond == 1 ? "86400" : "86400000")
      let days = arithmetic(.subtract, midnight, literal("2440587.5"))
      let time = arithmetic(
        .remainder, arithmetic(.add, arithmetic(.remainder, count, length), length), length)
      count = arithmetic(.add, cast(arithmetic(.multiply, days, length), to: .integer), time)
    }
    if let days = shift.days { count = arithmetic(.add, count, days.times(86_400 * perSecond)) }
    if let seconds = shift.seconds { count = arithmetic(.add, count, seconds.times(perSecond)) }
    return count
  }

  /// Adds days as numbers. If the time of day changes, the Julian day is computed from whole ten-thousandths of a
  /// second with a single division, so that it is exactly the number that a column stores.
  private static func moved(julianDay: Self, by shift: DateShift) -> Self {
    var days = julianDay
    if let months = shift.months {
      let midnight = midnight(ofJulianDay: days)
      days = arithmetic(
        .add, clampedMidnight([midnight], [midnight], months), arithmetic(.subtract, days, midnight))
    }
    if let more = shift.days { days = arithmetic(.add, days, more.times(1)) }
    if let seconds = shift.seconds {
      let ticks = arithmetic(.add, ticks(ofJulianDay: days), seconds.times(10_000))
      days = arithmetic(.divide, arithmetic(.add, ticks, literal("2108667600000000")), literal("864000000.0"))
    }
    return days
  }

  /// Adds days and seconds as numbers. Months are added to midnight, and then the time of day is added again.
  private static func moved(referenceDate: Self, by shift: DateShift) -> Self {
    var seconds = referenceDate
    if let months = shift.months {
      let day = day(seconds, .time(.referenceDate))
      let start = arithmetic(.subtract, unixSeconds(day + [literal("'start of day'")]), Self.referenceDate)
      let midnight = clampedMidnight(day + [literal("'start of day'")], day, months)
      let days = arithmetic(.subtract, midnight, literal("2451910.5"))
      seconds = arithmetic(
        .add, arithmetic(.multiply, days, literal("86400.0")), arithmetic(.subtract, seconds, start))
    }
    if let days = shift.days { seconds = arithmetic(.add, seconds, days.times(86_400)) }
    if let more = shift.seconds { seconds = arithmetic(.add, seconds, more.times(1)) }
    return seconds
  }

  /// The Julian day of midnight this many months after the day, at most that of the month's last day.
  private static func clampedMidnight(_ midnight: [Self], _ day: [Self], _ months: DateShift.Amount) -> Self {
    function(
      .min, function(.julianday, midnight + [months.modifier(.months)]),
      function(
        .julianday,
        day + [literal("'start of month'"), months.modifier(.months, more: 1), literal("'-1 day'")]))
  }
}
