import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite struct CalendarDayTests {
  private static func day(_ year: Int, _ month: Int, _ day: Int) -> DateComponents {
    DateComponents(year: year, month: month, day: day)
  }

  private static func days() -> [DateComponents] {
    var random = SeededGenerator(seed: 1)
    return (0..<100).map { _ in
      day(
        .random(in: 0...9999, using: &random), .random(in: 1...12, using: &random), .random(in: 1...28, using: &random))
    } + [day(0, 1, 1), day(9999, 12, 31), day(2024, 2, 29), day(2000, 2, 29), day(0, 2, 29)]
  }

  @Test func aDayComesBackIdentical() throws {
    try expectRoundTrip(CalendarDay.self, Self.days())
    #expect(CalendarDay(_plain: Self.day(987, 6, 5))._boundValue == .text("0987-06-05"))
  }

  @Test func daysSortInTheOrderOfTime() throws {
    try expectOrder(CalendarDay.self, Self.days()) { left, right in
      let (left, right) = (
        (left.year ?? 0, left.month ?? 0, left.day ?? 0), (right.year ?? 0, right.month ?? 0, right.day ?? 0)
      )
      return left < right
    }
  }

  @Test func aDayOfACalendarIsOne() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let day = calendar.dateComponents([.year, .month, .day], from: Date(timeIntervalSince1970: 1_770_000_000))
    try expectRoundTrip(CalendarDay.self, [day])
    #expect(CalendarDay(_plain: day)._boundValue == .text("2026-02-02"))
  }

  @Test func whatIsNoDayOrMoreThanADayIsNotStored() throws {
    try expectUnstorable(CalendarDay.self, DateComponents(), reason: "must have a 'year', a 'month' and a 'day'")
    try expectUnstorable(CalendarDay.self, DateComponents(year: 2026, month: 2), reason: "and a 'day'")
    for day in [
      Self.day(2026, 2, 29), Self.day(1900, 2, 29), Self.day(2026, 4, 31), Self.day(2026, 13, 1), Self.day(2026, 0, 1),
      Self.day(2026, 1, 0), Self.day(-1, 1, 1), Self.day(10_000, 1, 1), Self.day(.max - 1, 1, 1),
      Self.day(2026, -.max, .min),
    ] {
      try expectUnstorable(CalendarDay.self, day, reason: "it isn't a day of the Gregorian calendar")
    }
    let settings: [(inout DateComponents) -> Void] = [
      { $0.hour = 0 }, { $0.minute = 1 }, { $0.second = 1 }, { $0.nanosecond = 0 }, { $0.era = 1 }, { $0.weekday = 1 },
      { $0.timeZone = .gmt }, { $0.calendar = Calendar(identifier: .gregorian) }, { $0.weekOfYear = 1 },
      { $0.isLeapMonth = true }, { $0.quarter = 1 },
    ]
    for set in settings {
      var day = Self.day(2026, 1, 1)
      set(&day)
      try expectUnstorable(CalendarDay.self, day, reason: "would be lost")
    }
  }

  @Test func whatIsNoDayIsNotReadAsOne() throws {
    try expectRefusal(
      CalendarDay.self,
      of: [
        "''", "'2026-11-21 00:00:00'", "'2026-02-29'", "'2026-1-01'", "'2026-13-01'", "'10000-01-01'", "'2026-11-2x'",
        "' 2026-11-2'",
      ],
      reason: "it must look like 2026-11-21")
    try expectRefusal(CalendarDay.self, of: ["1", "NULL", "x'00'"], reason: "it must be TEXT")
  }
}
