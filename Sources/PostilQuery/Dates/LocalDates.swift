#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Days, months and hours of a time zone, computed by functions of Postil's connections and on PostgreSQL by `AT TIME ZONE`. Both use their
// own list of the time zones' rules.
extension SQLExpression where Value.Unwrapped: DateColumnValue {
  /// The start of the day in a time zone, in the form of the column: `postil_start_of_day(?1, t0."paid_at")`.
  ///
  /// It is the first moment of the day, as in Foundation: an hour later than midnight if the clock is set forward at midnight. Days on
  /// which the clock changes have 23 or 25 hours.
  @inlinable
  public func startOfDay(in zone: TimeZone) -> SQLOperation<Value> {
    SQLOperation(.start(of: .day, node, Value.Unwrapped._clock, in: zone))
  }

  /// The start of the month in a time zone: `postil_start_of_month(?1, t0."paid_at")`.
  @inlinable
  public func startOfMonth(in zone: TimeZone) -> SQLOperation<Value> {
    SQLOperation(.start(of: .month, node, Value.Unwrapped._clock, in: zone))
  }

  /// The start of the year in a time zone: `postil_start_of_year(?1, t0."paid_at")`.
  @inlinable
  public func startOfYear(in zone: TimeZone) -> SQLOperation<Value> {
    SQLOperation(.start(of: .year, node, Value.Unwrapped._clock, in: zone))
  }
}

extension SQLExpression where Value: DateColumnValue {
  /// The hour, 0 to 23, in a time zone: `CAST(strftime('%H', postil_local_time(?1, t0."paid_at")) AS INTEGER)`.
  @inlinable
  public func hour(in zone: TimeZone) -> SQLOperation<Int> {
    SQLOperation(.field(.hour, of: .local(.localTime, node, Value._clock, in: zone), .day))
  }

  /// The day in a time zone, whose year, month and weekday can be read: `date(postil_local_time(?1, t0."paid_at"))`.
  @inlinable
  public func calendarDay(in zone: TimeZone) -> SQLOperation<CalendarDay> {
    SQLOperation(.calendarDay(.local(.localTime, node, Value._clock, in: zone), .day))
  }
}

extension SQLExpression where Value: _OptionalColumnValue, Value.Unwrapped: DateColumnValue {
  /// The hour, 0 to 23, in a time zone; `nil` if there is no date.
  @inlinable
  public func hour(in zone: TimeZone) -> SQLOperation<Int?> {
    SQLOperation(.field(.hour, of: .local(.localTime, node, Value.Unwrapped._clock, in: zone), .day))
  }

  /// The day in a time zone; `nil` if there is no date.
  @inlinable
  public func calendarDay(in zone: TimeZone) -> SQLOperation<CalendarDay?> {
    SQLOperation(.calendarDay(.local(.localTime, node, Value.Unwrapped._clock, in: zone), .day))
  }
}

extension _ExpressionNode {
  @usableFromInline
  static func start(of unit: CalendarUnit, _ date: Self, _ clock: _DatabaseClock, in zone: TimeZone) -> Self {
    let function: Function = unit == .day ? .startOfDay : unit == .month ? .startOfMonth : .startOfYear
    let start = local(function, date, clock, in: zone)
    return switch clock {
    case .text: start
    case .iso8601Milliseconds: text(ofMilliseconds: [start])
    default: time(ofSeconds: start, .time(clock))
    }
  }

  /// Calls a function with a time zone and a time. Fractions of a second make no difference to it.
  @usableFromInline
  static func local(_ name: Function, _ date: Self, _ clock: _DatabaseClock, in zone: TimeZone) -> Self {
    // The identifier of a zone with a fixed difference has no seconds.
    if zone.identifier.hasPrefix("GMT"), zone.secondsFromGMT() % 60 != 0 {
      return failure(.argument(function: "in", needs: "a time zone with a whole number of minutes"))
    }
    return function(
      name, [value(.text(zone.identifier))] + (clock == .text ? [date] : wholeSeconds(date, .time(clock))))
  }
}

/// The clock of a time zone, for the functions of SQLite's connections.
package struct LocalClock {
  private let zone: TimeZone

  /// - Parameter identifier: the name of the zone, such as `Europe/Berlin` or `GMT+0100`.
  package init?(identifier: String) {
    guard let zone = TimeZone(identifier: identifier) else { return nil }
    self.zone = zone
  }

  /// The local time as seconds since 1970 on the local clock.
  package func localTime(at seconds: Int64) -> Int64 { seconds + offset(at: seconds) }

  /// The first second of the local day, month or year.
  package func start(_ unit: Function, at seconds: Int64) -> Int64 {
    var date = CivilDate(daysSince1970: localTime(at: seconds).flooredDivision(by: 86_400).quotient)
    if unit != .startOfDay { date.day = 1 }
    if unit == .startOfYear { date.month = 1 }
    let midnight = date.daysSince1970 * 86_400
    // No zone is a day or more away from UTC, and no clock changes twice in two days.
    let starts = [midnight - offset(at: midnight - 86_400), midnight - offset(at: midnight + 86_400)]
    // The first of two midnights. If the clock is set forward over midnight, there is none, and the day starts then.
    return starts.filter { localTime(at: $0) == midnight }.min() ?? starts[0]
  }

  private func offset(at seconds: Int64) -> Int64 {
    Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
  }
}
