import Foundation
import Postil
import PostilTestSupport
import Testing

/// Dates in queries beside Foundation's calendar, over random dates and those at which calendars go wrong.
@Suite("Dates in queries")
struct DateTests {
  private let store: SQLiteStore
  private var random = SeededGenerator(seed: testSeed)

  init() throws { store = try temporaryStore() }

  @Test("Calendar components equal Foundation's, in every format")
  mutating func fields() throws {
    let instants = CalendarArithmetic.instants(600, using: &random)
    let store = store
    try store.write { db in try Moment.insert(at: instants, in: db) }
    try store.read { db in
      try checkFields(in: db) { $0.text }
      try checkFields(in: db) { $0.seconds }
      try checkFields(in: db) { $0.milliseconds }
      try checkFields(in: db) { $0.textMilliseconds }
      try checkFields(in: db) { $0.julianDay }
      try checkFields(in: db) { $0.referenceDate }
      let days = try Moment.order { $0.id }.select {
        ($0.day, $0.day.year, $0.day.month, $0.day.day, $0.day.weekday, $0.day.dayOfYear)
      }.fetchAll(in: db)
      for (day, year, month, number, weekday, dayOfYear) in days {
        let instant = try #require(
          CalendarArithmetic.milliseconds([day.year ?? 0, day.month ?? 0, day.day ?? 0].map { "\($0)" }))
        let expected = CalendarArithmetic.components([.weekday], instant)
        #expect([year, month, number] == [day.year, day.month, day.day])
        #expect(weekday == expected.weekday && dayOfYear == CalendarArithmetic.dayOfYear(instant), "\(day)")
      }
    }
  }

  private func checkFields<C: SQLExpression>(
    in db: SQLiteReadTransaction, _ column: (Moment.Columns) -> C
  ) throws where C.Value: DateColumnValue {
    let rows = try Moment.order { $0.id }.select { moment in
      let date = column(moment)
      (
        date, date.year, date.month, date.day, date.hour, date.minute, date.second, date.weekday, date.dayOfYear,
        date.calendarDay
      )
    }.fetchAll(in: db)
    #expect(rows.count > 600)
    for row in rows {
      let instant = CalendarArithmetic.milliseconds(row.0)
      let expected = CalendarArithmetic.components(
        [.year, .month, .day, .hour, .minute, .second, .weekday], instant)
      #expect(
        [row.1, row.2, row.3, row.4, row.5, row.6, row.7, row.8] == [
          expected.year, expected.month, expected.day, expected.hour, expected.minute, expected.second,
          expected.weekday, CalendarArithmetic.dayOfYear(instant),
        ], "\(C.Value.self) of \(instant), seed \(testSeed)")
      #expect(row.9 == DateComponents(year: expected.year, month: expected.month, day: expected.day))
    }
  }

  @Test("Rounding a fraction of a second changes neither the day nor the second")
  func fractions() throws {
    let date = Date(timeIntervalSince1970: 1_798_761_599.9997)
    try store.write { db in
      try Moment.Draft(
        text: date, seconds: date, milliseconds: date, textMilliseconds: date, julianDay: date, referenceDate: date,
        day: DateComponents(year: 2026, month: 12, day: 31)
      ).insert(in: db)
      let fields = try Moment.select {
        (
          $0.text.weekday, $0.text.second, $0.text.dayOfYear, $0.julianDay.weekday, $0.julianDay.second,
          $0.julianDay.year
        )
      }.fetchOnly(in: db)
      let numbers: [Int] = [fields.0, fields.1, fields.2, fields.3, fields.4, fields.5]
      #expect(numbers.elementsEqual([5, 59, 365, 5, 59, 2026]))
      let others = try Moment.select {
        ($0.referenceDate, $0.referenceDate.weekday, $0.referenceDate.second, $0.referenceDate.startOfYear)
      }.fetchOnly(in: db)
      #expect(others.0 == date && others.1 == 5 && others.2 == 59)
      #expect(others.3 == Date(timeIntervalSince1970: 1_767_225_600))
      let before = Date(timeIntervalSinceReferenceDate: -0.0003)
      try Moment.all.update(in: db) { [$0.referenceDate.set(before)] }
      let early = try Moment.select {
        ($0.referenceDate.year, $0.referenceDate.second, $0.referenceDate.adding(months: 1), $0.referenceDate == before)
      }.fetchOnly(in: db)
      #expect(early.0 == 2000 && early.1 == 59 && early.3)
      #expect(abs(early.2.timeIntervalSince(before) - 31 * 86_400) < 1e-6)
      try Moment.all.update(in: db) { [$0.referenceDate.set(date)] }
      let starts = try Moment.select {
        ($0.text.startOfYear, $0.julianDay.startOfDay, $0.text.calendarDay, $0.text.formatted("%Y %w %s"))
      }.fetchOnly(in: db)
      #expect(starts.0 == Date(timeIntervalSince1970: 1_767_225_600))
      #expect(starts.1 == Date(timeIntervalSince1970: 1_798_675_200))
      #expect(starts.2.day == 31)
      #expect(starts.3 == "2026 4 1798761599")
      let moved = try Moment.select { ($0.text, $0.text.adding(seconds: 1), $0.text.adding(months: 2)) }.fetchOnly(
        in: db)
      #expect(moved.1.timeIntervalSince(moved.0) == 1)
      #expect(moved.2.timeIntervalSince(moved.0) == 59 * 86_400)
      #expect(try Moment.where { $0.text.adding(days: 3).adding(days: -3) == $0.text }.count(in: db) == 1)
      #expect(try Moment.where { $0.julianDay.adding(hours: 30).adding(hours: -30) == $0.julianDay }.count(in: db) == 1)
    }
  }

  @Test("Texts with three digits after the seconds stay the same bytes, and are found and computed with by their date")
  func milliseconds() throws {
    let texts = [
      "2024-01-02 03:04:05.000", "2024-01-02 03:04:05.678", "2024-01-02 03:04:05.670", "1969-12-31 23:59:59.999",
      "0000-01-01 00:00:00.000", "9999-12-31 23:59:59.999",
    ]
    try store.write { db in
      try Moment.insert(at: texts.map { _ in 0 }, in: db)
      for (index, text) in texts.enumerated() {
        try RawSQL("UPDATE moment SET text_milliseconds = \(text) WHERE id = \(index + 1)").execute(in: db)
      }
      func stored() throws -> [String] {
        try RawSQL("SELECT text_milliseconds FROM moment ORDER BY id LIMIT \(texts.count)").as(String.self).fetchAll(
          in: db)
      }
      let moments = try Array(Moment.order { $0.id }.fetchAll(in: db).prefix(texts.count))
      for moment in moments {
        try moment.update(in: db)
        let date = moment.textMilliseconds
        #expect(try Moment.where { $0.textMilliseconds == date && $0.id == moment.id }.count(in: db) == 1)
      }
      #expect(try stored() == texts)
      let second = Date(timeIntervalSince1970: 1_704_164_645)
      let found = Moment.where {
        $0.textMilliseconds >= second && $0.textMilliseconds < second.addingTimeInterval(0.6705)
      }
      #expect(
        try found.order { $0.id }.fetchAll(in: db).map(\.textMilliseconds) == [second, second.addingTimeInterval(0.67)])
      try found.update(in: db) { [$0.textMilliseconds.set($0.textMilliseconds.adding(days: 1, seconds: 1))] }
      #expect(try stored()[0] == "2024-01-03 03:04:06.000" && stored()[2] == "2024-01-03 03:04:06.670")
      try Moment.all.update(in: db) { [$0.textMilliseconds.set($0.textMilliseconds.startOfDay)] }
      #expect(try stored()[1] == "2024-01-02 00:00:00.000")
      try Moment.all.update(in: db) { [$0.textMilliseconds.set(SQL.now)] }
      #expect(try stored()[1].wholeMatch(of: /[0-9-]{10} [0-9:]{8}[.][0-9]{3}/) != nil)
    }
  }

  @Test("The database's clock is comparable with every format")
  func clock() throws {
    let now = Date.now
    try store.write { db in
      try Moment.Draft(
        text: now.addingTimeInterval(-3600), seconds: now.addingTimeInterval(-3600),
        milliseconds: now.addingTimeInterval(-3600), textMilliseconds: now.addingTimeInterval(-3600),
        julianDay: now.addingTimeInterval(-3600),
        referenceDate: now.addingTimeInterval(-3600),
        day: DateComponents(year: 2020, month: 1, day: 1)
      ).insert(in: db)
      let past = Moment.where {
        $0.text < SQL.now && $0.seconds < SQL.now && $0.milliseconds <= SQL.now && $0.julianDay < SQL.now
          && $0.referenceDate < SQL.now && $0.referenceDate.adding(hours: 2) > SQL.now
          && $0.day < SQL.today
      }
      #expect(try past.count(in: db) == 1)
      let soon = Moment.where {
        $0.text.adding(hours: 2) > SQL.now && $0.seconds.adding(hours: 2) > SQL.now
          && $0.milliseconds.adding(hours: 2) >= SQL.now && $0.julianDay.adding(hours: 2) > SQL.now
      }
      #expect(try soon.count(in: db) == 1)
      #expect(try Moment.where { $0.laterSeconds < SQL.now }.count(in: db) == 0)
      try Moment.all.update(in: db) { [$0.text.set(SQL.now), $0.julianDay.set(SQL.now), $0.laterSeconds.set(SQL.now)] }
      let set = try Moment.all.fetchOnly(in: db)
      #expect(abs(set.text.timeIntervalSince(now)) < 60 && abs(set.julianDay.timeIntervalSince(now)) < 60)
      let seconds = try #require(set.laterSeconds)
      #expect(abs(seconds.timeIntervalSince(now)) < 60)
      let ages = try Moment.select { ($0.text.seconds(since: SQL.now), SQL.now.stored(as: JulianDay.self)) }.fetchOnly(
        in: db)
      try Moment.all.update(in: db) { [$0.referenceDate.set(SQL.now)] }
      let written = try Moment.all.fetchOnly(in: db).referenceDate
      #expect(abs(written.timeIntervalSince(now)) < 60)
      // To the millisecond, as a Swift date of whole milliseconds is.
      let reference = written.timeIntervalSinceReferenceDate
      #expect((reference * 1000).rounded() / 1000 == reference)
      #expect(abs(ages.0) < 60 && abs(ages.1.timeIntervalSince(now)) < 60)
    }
  }

  @Test("An unsupported date format is refused, and so is a time that is out of range")
  func refusals() throws {
    #expect(
      throws: QueryError.argument(
        function: "formatted", needs: "a format with only '%d %f %H %j %J %m %M %s %S %w %W %Y %%', not '%F'")
    ) { try Moment.select { $0.text.formatted("%F") }.rendered() }
    #expect(
      throws: QueryError.argument(
        function: "formatted", needs: "a format with only '%d %j %m %w %W %Y %%', not '%H'")
    ) { try Moment.select { $0.day.formatted("%H:00") }.rendered() }
    #expect(throws: QueryError.argument(function: "formatted", needs: "'%%' for a '%' at the end of its format")) {
      try Moment.select { $0.day.formatted("100%") }.rendered()
    }
    #expect(throws: QueryError.argument(function: "adding", needs: "a duration no longer than the years 0 to 9999")) {
      try Moment.select { $0.text.adding(days: .max) }.rendered()
    }
    #expect(throws: QueryError.expressionTooDeep) {
      try Moment.select { moment in
        (0..<20).reduce(moment.text.adding(days: 1)) { date, _ in date.adding(days: 1) }
      }.rendered()
    }
    try store.write { db in
      let date = Date(timeIntervalSince1970: 0)
      try Moment.Draft(
        text: date, seconds: date, milliseconds: date, textMilliseconds: date, julianDay: date, referenceDate: date,
        day: DateComponents(year: 1970, month: 1, day: 1)
      ).insert(in: db)
      #expect(throws: ColumnDecodingError.self) {
        try Moment.select { $0.text.adding(years: 8030) }.fetchAll(in: db)
      }
    }
  }

  @Test("JSON members can have the names of date functions, and dates in JSON have these functions")
  func members() throws {
    try store.write { db in
      let date = Date(timeIntervalSince1970: 1_769_854_830.25)  // 2026-01-31 10:20:30.25
      try Moment.Draft(
        text: date, seconds: date, milliseconds: date, textMilliseconds: date, julianDay: date, referenceDate: date,
        day: DateComponents(year: 2026, month: 1, day: 31), note: Moment.Note(writtenAt: date),
        notes: [Moment.Note(year: 2), Moment.Note(year: 3, day: "third", writtenAt: date)]
      ).insert(in: db)
      let found = Moment.where {
        $0.note.year == 1 && $0.note.day == "first" && $0.note.second == nil && $0.note.formatted == true
          && $0.note.writtenAt.year == 2026 && $0.note.writtenAt.adding(months: 1).day == 28
          && $0.note.writtenAt < SQL.now && $0.note.writtenAt.seconds(since: $0.text) == 0
      }
      #expect(try found.count(in: db) == 1)
      let third = Moment.where {
        $0.notes.any { $0.year > 2 && $0.day == "third" && $0.writtenAt.year == 2026 } && $0.notes.all { $0.year > 1 }
          && $0.notes.none { $0.second != nil }
      }
      #expect(try third.count(in: db) == 1)
      #expect(try Moment.where { $0.notes.any { $0.year == 2 && $0.writtenAt != nil } }.count(in: db) == 0)
      let dates = try Moment.select { $0.note.writtenAt.jsonArray() }.fetchOnly(in: db)
      #expect(dates == [date])
    }
  }

  @Test("Formatted texts match the components")
  mutating func formats() throws {
    let instants = CalendarArithmetic.instants(50, using: &random)
    try store.write { db in try Moment.insert(at: instants, in: db) }
    try store.read { db in
      let rows = try Moment.select {
        (
          $0.milliseconds.formatted("%Y-%m-%d %H:%M:%f 100%%"), $0.text.formatted("%Y-%m-%d %H:%M:%f 100%%"),
          $0.julianDay.formatted("%Y-%m-%d %H:%M:%f 100%%"), $0.laterSeconds.formatted("%d"), $0.seconds.day
        )
      }.fetchAll(in: db)
      #expect(rows.allSatisfy { $0.0 == $0.1 && $0.0 == $0.2 && Int($0.3 ?? "") == $0.4 && $0.0.hasSuffix(" 100%") })
    }
  }
}
