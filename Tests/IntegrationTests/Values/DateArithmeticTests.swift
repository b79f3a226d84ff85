import Foundation
import Postil
import PostilTestSupport
import Testing

/// What queries compute from dates beside Foundation's calendar, over random dates and those at which calendars go wrong.
@Suite("Computing with dates in queries")
struct DateArithmeticTests {
  private let store: SQLiteStore
  private var random = SeededGenerator(seed: testSeed)

  init() throws { store = try temporaryStore() }

  @Test("Adding to a date gives Foundation's result, and exactly the value that a column stores")
  mutating func arithmetic() throws {
    let instants = CalendarArithmetic.instants(300, using: &random).filter {
      -60_000_000_000_000...250_000_000_000_000 ~= $0
    }
    try store.write { db in try Moment.insert(at: instants, in: db) }
    for _ in 0..<12 {
      let shift = Shift(using: &random)
      try store.read { db in
        try check(shift, in: db) { $0.text }
        try check(shift, in: db) { $0.seconds }
        try check(shift, in: db) { $0.milliseconds }
        try check(shift, in: db) { $0.textMilliseconds }
        try check(shift, in: db) { $0.julianDay }
        try check(shift, in: db) { $0.referenceDate }
      }
    }
  }

  private struct Shift {
    var years = 0
    var months = 0
    var days = 0
    var hours = 0
    var minutes = 0
    var seconds = 0

    init(using random: inout SeededGenerator) {
      if Bool.random(using: &random) { years = Int.random(in: -40...40, using: &random) }
      if Bool.random(using: &random) { months = Int.random(in: -30...30, using: &random) }
      if Bool.random(using: &random) { days = Int.random(in: -400...400, using: &random) }
      if Bool.random(using: &random) { hours = Int.random(in: -50...50, using: &random) }
      if Bool.random(using: &random) { minutes = Int.random(in: -100...100, using: &random) }
      if Bool.random(using: &random) { seconds = Int.random(in: -10_000...10_000, using: &random) }
    }
  }

  private func check<C: SQLExpression>(
    _ shift: Shift, in db: SQLiteReadTransaction, _ column: (Moment.Columns) -> C
  ) throws where C.Value: DateColumnValue {
    let rows = try Moment.order { $0.id }.select { moment in
      let date = column(moment)
      let moved = date.adding(
        years: shift.years, months: shift.months, days: shift.days, hours: shift.hours, minutes: shift.minutes,
        seconds: shift.seconds)
      (moment.id.cast(to: Int64.self), date, moved)
    }.fetchAll(in: db)
    for (id, date, moved) in rows {
      let start = CalendarArithmetic.milliseconds(date)
      let expected = CalendarArithmetic.adding(
        years: shift.years, months: shift.months, days: shift.days, hours: shift.hours, minutes: shift.minutes,
        seconds: shift.seconds, to: start)
      #expect(
        CalendarArithmetic.milliseconds(moved) == expected, "\(C.Value.self): \(start) and \(shift), seed \(testSeed)")
      // The Julian days of the years around 1029 and 6771, where a `Double` loses a bit, are not the nearest ones.
      // A reference date that is moved nearer to 2001 keeps the rounding of the larger number.
      if C.Value.self == JulianDay.self || C.Value.self == ReferenceDate.self { continue }
      let isFound = try Moment.where { moment in
        moment.id == Moment.ID(id)
          && column(moment).adding(
            years: shift.years, months: shift.months, days: shift.days, hours: shift.hours, minutes: shift.minutes,
            seconds: shift.seconds) == CalendarArithmetic.date(expected)
      }.exists(in: db)
      #expect(isFound, "\(C.Value.self): \(start) and \(shift), seed \(testSeed)")
    }
  }

  @Test("Adding months stops at the last day of a month, in every format")
  func clamping() throws {
    let date = Date(timeIntervalSince1970: 1_769_854_830.25)  // 2026-01-31 10:20:30.25
    try store.write { db in
      try Moment.Draft(
        text: date, seconds: date, milliseconds: date, textMilliseconds: date, julianDay: date, referenceDate: date,
        day: DateComponents(year: 2026, month: 1, day: 31),
        span: 25
      ).insert(in: db)
      let month = Date(timeIntervalSince1970: 1_772_274_030.25)  // 2026-02-28 10:20:30.25
      let found = Moment.where {
        $0.text.adding(months: 1) == month && $0.milliseconds.adding(months: 1) == month
          && $0.seconds.adding(months: 1) == month && $0.julianDay.adding(months: 1) == month
          && $0.referenceDate.adding(months: 1) == month
      }
      #expect(try found.count(in: db) == 1)
      let days = try Moment.select {
        ($0.day.adding(months: 1), $0.day.adding(years: 2, months: 1), $0.day.adding(months: 1, days: 1))
      }.fetchOnly(in: db)
      #expect(days.0 == DateComponents(year: 2026, month: 2, day: 28))
      #expect(days.1 == DateComponents(year: 2028, month: 2, day: 29))
      #expect(days.2 == DateComponents(year: 2026, month: 3, day: 1))
      // 25 months later, of a column.
      let later = Date(timeIntervalSince1970: 1_835_432_430.25)  // 2028-02-29 10:20:30.25
      let spans = Moment.where {
        $0.text.adding(months: $0.span) == later && $0.julianDay.adding(months: $0.span) == later
          && $0.seconds.adding(months: $0.span) == later && $0.day.adding(months: $0.span).day == 29
      }
      #expect(try spans.count(in: db) == 1)
      let soon = Moment.where {
        $0.text.adding(days: $0.span) == date.addingTimeInterval(25 * 86_400)
          && $0.milliseconds.adding(seconds: $0.span) == date.addingTimeInterval(25)
          && $0.julianDay.adding(days: $0.span) == date.addingTimeInterval(25 * 86_400)
          && $0.day.adding(days: $0.span) == DateComponents(year: 2026, month: 2, day: 25)
      }
      #expect(try soon.count(in: db) == 1)
    }
  }

  @Test("Days, months and years start where Foundation's do, in the column's format")
  mutating func starts() throws {
    let instants = CalendarArithmetic.instants(300, using: &random)
    try store.write { db in try Moment.insert(at: instants, in: db) }
    try store.read { db in
      try checkStarts(in: db) { $0.text }
      try checkStarts(in: db) { $0.seconds }
      try checkStarts(in: db) { $0.milliseconds }
      try checkStarts(in: db) { $0.textMilliseconds }
      try checkStarts(in: db) { $0.julianDay }
      try checkStarts(in: db) { $0.referenceDate }
      for (day, month, year) in try Moment.select({ ($0.day, $0.day.startOfMonth, $0.day.startOfYear) }).fetchAll(
        in: db)
      {
        #expect(month == DateComponents(year: day.year, month: day.month, day: 1))
        #expect(year == DateComponents(year: day.year, month: 1, day: 1))
      }
    }
  }

  private func checkStarts<C: SQLExpression>(
    in db: SQLiteReadTransaction, _ column: (Moment.Columns) -> C
  ) throws where C.Value: DateColumnValue {
    let rows = try Moment.select { moment in
      let date = column(moment)
      (date, date.startOfDay, date.startOfMonth, date.startOfYear)
    }.fetchAll(in: db)
    for (date, day, month, year) in rows {
      let instant = CalendarArithmetic.milliseconds(date)
      let expected = [Set([Calendar.Component.year, .month, .day]), [.year, .month], [.year]].map {
        CalendarArithmetic.start($0, of: instant)
      }
      #expect(
        [day, month, year].map { CalendarArithmetic.milliseconds($0) } == expected,
        "\(C.Value.self) of \(instant), seed \(testSeed)")
    }
    let midnight = CalendarArithmetic.date(
      CalendarArithmetic.start([.year, .month, .day], of: CalendarArithmetic.milliseconds(rows[0].0)))
    #expect(try Moment.where { column($0).startOfDay == midnight }.exists(in: db))
  }

  @Test("Differences equal those of the dates")
  mutating func differences() throws {
    let instants = CalendarArithmetic.instants(200, using: &random)
    try store.write { db in try Moment.insert(at: instants, in: db) }
    let other = Date(timeIntervalSince1970: 1_234_567_890.125)
    try store.read { db in
      let seconds = try Moment.select {
        (
          $0.text, $0.text.seconds(since: other), $0.seconds, $0.seconds.seconds(since: other), $0.milliseconds,
          $0.milliseconds.seconds(since: other), $0.julianDay, $0.julianDay.seconds(since: other)
        )
      }.fetchAll(in: db)
      for row in seconds {
        #expect(abs(row.1 - row.0.timeIntervalSince(other)) < 1e-4)
        #expect(row.3 == row.2.timeIntervalSince(Date(timeIntervalSince1970: 1_234_567_890)))
        #expect(abs(row.5 - row.4.timeIntervalSince(other)) < 1e-4)
        #expect(abs(row.7 - row.6.timeIntervalSince(other)) < 1e-3)
      }
      let references = try Moment.select {
        ($0.referenceDate, $0.referenceDate.seconds(since: other), $0.referenceDate.days(since: other))
      }.fetchAll(in: db)
      for (date, seconds, days) in references {
        #expect(seconds == date.timeIntervalSince(other))
        #expect(days == Int((CalendarArithmetic.milliseconds(date) - 1_234_567_890_125) / 86_400_000))
      }
      let days = try Moment.select {
        (
          $0.text, $0.text.days(since: other), $0.milliseconds.days(since: other), $0.julianDay.days(since: other),
          $0.day, $0.day.days(since: DateComponents(year: 2000, month: 1, day: 1))
        )
      }.fetchAll(in: db)
      for row in days {
        let whole = Int((CalendarArithmetic.milliseconds(row.0) - 1_234_567_890_125) / 86_400_000)
        #expect(row.1 == whole && row.2 == whole && row.3 == whole, "\(row.0), seed \(testSeed)")
        let day = try #require(
          CalendarArithmetic.milliseconds([row.4.year ?? 0, row.4.month ?? 0, row.4.day ?? 0].map { "\($0)" }))
        #expect(row.5 == Int((day - 946_684_800_000) / 86_400_000))
      }
      let optional = try Moment.select {
        ($0.laterText.seconds(since: $0.text), $0.text.seconds(since: $0.laterText), $0.laterDay.days(since: $0.day))
      }.fetchAll(in: db)
      for (later, earlier, days) in optional {
        #expect(abs((later ?? 0) - 0.25) < 1e-9)
        #expect(abs((earlier ?? 0) + 0.25) < 1e-9)
        #expect(days == nil)
      }
    }
  }
}
