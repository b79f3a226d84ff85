import Foundation
import Postil
import PostilTestSupport
import Testing

/// Foundation's calendar, in UTC, over milliseconds since 1970, and with the Gregorian calendar before 1582 too, where Foundation
/// has the Julian one: dates there are moved by 2000 years, after which the calendar repeats itself, days of the week included.
enum CalendarArithmetic {
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .gmt
    return calendar
  }()
  private static let cycle: Int64 = 5 * 146_097 * 86_400_000
  private static let gregorian: Int64 = -8_520_336_000_000

  static func date(_ instant: Int64) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(instant - 978_307_200_000) / 1000)
  }

  /// A date of whole seconds, and the milliseconds behind it.
  private static func shifted(_ instant: Int64) -> (date: Date, milliseconds: Int64, years: Int) {
    let moved = instant < gregorian ? instant + cycle : instant
    let milliseconds = (moved % 1000 + 1000) % 1000
    return (date(moved - milliseconds), milliseconds, instant < gregorian ? 2000 : 0)
  }

  static func components(_ components: Set<Calendar.Component>, _ instant: Int64) -> DateComponents {
    let (date, _, years) = shifted(instant)
    var result = calendar.dateComponents(components, from: date)
    if let year = result.year { result.year = year - years }
    return result
  }

  /// `Calendar.Component.dayOfYear` requires macOS 15 and iOS 18.
  static func dayOfYear(_ instant: Int64) -> Int? {
    calendar.ordinality(of: .day, in: .year, for: shifted(instant).date)
  }

  static func start(_ components: Set<Calendar.Component>, of instant: Int64) -> Int64 {
    let (date, _, years) = shifted(instant)
    let start = calendar.date(from: calendar.dateComponents(components, from: date)) ?? date
    return milliseconds(start) - (years == 0 ? 0 : cycle)
  }

  static func adding(
    years: Int, months: Int, days: Int, hours: Int, minutes: Int, seconds: Int, to instant: Int64
  ) -> Int64 {
    let (date, rest, shift) = shifted(instant)
    var moved = adding(months: years * 12 + months, to: date)
    moved = calendar.date(byAdding: DateComponents(day: days), to: moved) ?? date
    moved = calendar.date(byAdding: DateComponents(hour: hours, minute: minutes, second: seconds), to: moved) ?? date
    return milliseconds(moved) + rest - (shift == 0 ? 0 : cycle)
  }

  /// The day of another month, or its last one. Foundation itself does so with years, and with months from 0 up: its
  /// February 29 and -264 months are March 1.
  private static func adding(months: Int, to date: Date) -> Date {
    var day = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    let month = (day.year ?? 0) * 12 + (day.month ?? 1) - 1 + months
    let first = calendar.date(from: DateComponents(year: month / 12, month: month % 12 + 1, day: 1)) ?? date
    day.year = month / 12
    day.month = month % 12 + 1
    day.day = min(day.day ?? 1, calendar.range(of: .day, in: .month, for: first)?.count ?? 31)
    return calendar.date(from: day) ?? date
  }

  static func milliseconds(_ date: Date) -> Int64 {
    Int64((date.timeIntervalSinceReferenceDate * 1000).rounded()) + 978_307_200_000
  }

  /// The milliseconds since 1970 of a year, month, day, hour, minute, second and a fraction.
  static func milliseconds(_ parts: [String]) -> Int64? {
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, numbers.count >= 3 else { return nil }
    let isEarly = numbers[0] < 1700
    let components = DateComponents(
      year: numbers[0] + (isEarly ? 2000 : 0), month: numbers[1], day: numbers[2],
      hour: numbers.count > 3 ? numbers[3] : 0, minute: numbers.count > 4 ? numbers[4] : 0,
      second: numbers.count > 5 ? numbers[5] : 0)
    guard let date = calendar.date(from: components) else { return nil }
    let fraction = parts.count > 6 ? Int64((parts[6] + "000").prefix(3)) ?? 0 : 0
    return milliseconds(date) - (isEarly ? cycle : 0) + fraction
  }
}

extension CalendarArithmetic {
  /// Whole milliseconds since 1970 of dates in the years 1 to 9990.
  static func instants(_ count: Int, using random: inout SeededGenerator) -> [Int64] {
    let special: [String] = [
      "1969-12-31 23:59:59.999", "1970-01-01 00:00:00", "1972-02-29 12:00:00", "1900-02-28 23:59:59.999",
      "1900-03-01 00:00:00", "2000-02-29 23:59:59.001", "2004-02-29 00:00:00", "2026-12-31 23:59:59.999",
      "2027-01-01 00:00:00", "2024-12-31 00:00:00.5", "2026-01-31 10:20:30.25", "2026-08-31 00:00:00",
      "0001-01-01 00:00:00", "1582-10-15 00:00:00", "1582-10-04 12:00:00", "2100-02-28 23:00:00",
      "9990-12-31 23:59:59.999",
    ]
    let named = special.compactMap { text -> Int64? in
      let parts = text.split(whereSeparator: { "- :.".contains($0) })
      guard let milliseconds = milliseconds(parts.map(String.init)) else { return nil }
      return milliseconds
    }
    #expect(named.count == special.count)
    let range = Int64(-62_135_596_800_000)...Int64(253_086_595_199_999)
    return named
      + (0..<count).map { index in
        index % 2 == 0
          ? Int64.random(in: range, using: &random)
          : Int64.random(in: -4_000_000_000_000...4_000_000_000_000, using: &random)
      }
  }
}

extension Moment {
  /// Inserts a row for each of these milliseconds since 1970.
  static func insert(at instants: [Int64], in db: SQLiteWriteTransaction) throws {
    let drafts = instants.map { instant in
      let date = CalendarArithmetic.date(instant)
      let day = CalendarArithmetic.components([.year, .month, .day], instant)
      return Draft(
        text: date, seconds: date, milliseconds: date, textMilliseconds: date, julianDay: date, referenceDate: date,
        day: DateComponents(year: day.year, month: day.month, day: day.day), laterText: date.addingTimeInterval(0.25),
        laterSeconds: date, span: Int(instant % 1000))
    }
    try insert(drafts, in: db)
  }
}
