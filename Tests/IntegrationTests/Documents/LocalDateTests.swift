import Foundation
import Postil
import Testing

/// Docs/Queries.md, "Local days and months": the results are those of Foundation's calendar, also where the clock changes.
@Suite("Local days and months in queries")
struct LocalDateTests {
  private let store: SQLiteStore
  private static let zones = [
    "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "America/Havana", "America/Sao_Paulo",
    "Australia/Lord_Howe", "GMT+0530", "GMT-0330", "UTC",
  ]

  init() throws { store = try temporaryStore() }

  /// Every 20 minutes around each change of the clock, and times that have nothing to do with one.
  private static let instants: [Date] = {
    // Berlin and New York in 2026, Lord Howe, Havana, São Paulo in 2018, and Apia, which left out December 30, 2011.
    let changes: [Double] = [
      1_774_746_000, 1_792_890_000, 1_772_953_200, 1_793_512_800, 1_775_314_800, 1_699_160_400, 1_541_300_400,
      1_518_919_200, 1_325_239_200,
    ]
    var dates = [0, -1, 951_782_400, 978_307_199.999_9, 1_769_904_000, -2_000_000_000].map {
      Date(timeIntervalSince1970: $0)
    }
    for change in changes {
      for step in -4...4 { dates.append(Date(timeIntervalSince1970: change + Double(step) * 1200 - 0.25)) }
      for day in -2...2 { dates.append(Date(timeIntervalSince1970: change + Double(day) * 43_200)) }
    }
    return dates
  }()

  private func calendar(_ zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }

  private func fill() throws {
    try store.write { db in
      try Moment.insert(
        Self.instants.map { date in
          Moment.Draft(
            text: date, seconds: date, milliseconds: date, textMilliseconds: date, julianDay: date, referenceDate: date,
            day: DateComponents(year: 2026, month: 1, day: 1))
        }, in: db)
    }
  }

  @Test("The start of a local day, month and year is Foundation's, in every stored form", arguments: zones)
  func starts(name: String) throws {
    try fill()
    let zone = try #require(TimeZone(identifier: name))
    let calendar = calendar(zone)
    func check<C: SQLExpression>(_ column: (Moment.Columns) -> C) throws where C.Value: DateColumnValue {
      let rows = try store.read { db in
        try Moment.order { $0.id }.select { moment in
          (
            column(moment), column(moment).startOfDay(in: zone), column(moment).startOfMonth(in: zone),
            column(moment).startOfYear(in: zone)
          )
        }.fetchAll(in: db)
      }
      for (date, day, month, year) in rows {
        #expect(day == calendar.dateInterval(of: .day, for: date)?.start, "\(C.Value.self) \(date) in \(name)")
        #expect(month == calendar.dateInterval(of: .month, for: date)?.start, "\(C.Value.self) \(date) in \(name)")
        #expect(year == calendar.dateInterval(of: .year, for: date)?.start, "\(C.Value.self) \(date) in \(name)")
      }
    }
    try check { $0.text }
    try check { $0.seconds }
    try check { $0.milliseconds }
    try check { $0.julianDay }
    try check { $0.referenceDate }
  }

  @Test("The parts of a local time are Foundation's", arguments: zones)
  func parts(name: String) throws {
    try fill()
    let zone = try #require(TimeZone(identifier: name))
    let calendar = calendar(zone)
    func check<C: SQLExpression>(_ column: (Moment.Columns) -> C) throws where C.Value: DateColumnValue {
      let rows = try store.read { db in
        try Moment.order { $0.id }.select { moment in
          (
            column(moment), column(moment).calendarDay(in: zone).year, column(moment).calendarDay(in: zone).month,
            column(moment).calendarDay(in: zone).day, column(moment).calendarDay(in: zone).weekday,
            column(moment).hour(in: zone)
          )
        }.fetchAll(in: db)
      }
      for (date, year, month, day, weekday, hour) in rows {
        let parts = calendar.dateComponents([.year, .month, .day, .weekday, .hour], from: date)
        let expected = [parts.year, parts.month, parts.day, parts.weekday, parts.hour]
        #expect([year, month, day, weekday, hour] == expected, "\(C.Value.self) \(date) in \(name)")
      }
    }
    try check { $0.text }
    try check { $0.seconds }
    try check { $0.milliseconds }
    try check { $0.julianDay }
    try check { $0.referenceDate }
  }

  @Test("Rows are grouped by local days, of which some have 23 and some 25 hours")
  func groups() throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    // Every hour from March 28, and from October 24, 2026, at midnight in Berlin.
    let hours = (0..<96).map { 1_774_652_400 + $0 * 3600 } + (0..<96).map { 1_792_792_800 + $0 * 3600 }
    try store.write { db in
      try Moment.insert(
        hours.map { hour in
          let date = Date(timeIntervalSince1970: Double(hour))
          return Moment.Draft(
            text: date, seconds: date, milliseconds: date, textMilliseconds: date, julianDay: date, referenceDate: date,
            day: DateComponents(year: 2026, month: 1, day: 1))
        }, in: db)
    }
    try store.read { db in
      let days = try Moment.group { $0.text.startOfDay(in: berlin) }
        .order { $0.text.startOfDay(in: berlin) }
        .select { ($0.text.startOfDay(in: berlin), SQL.count()) }
        .fetchAll(in: db)
      #expect(days.map(\.1) == [24, 23, 24, 24, 1, 24, 25, 24, 23])
      let found = try Moment.group {
        ($0.seconds.calendarDay(in: berlin).month, $0.seconds.calendarDay(in: berlin).day)
      }
      .order { ($0.seconds.calendarDay(in: berlin).month, $0.seconds.calendarDay(in: berlin).day) }
      .select { ($0.seconds.calendarDay(in: berlin).day, SQL.count()) }
      .fetchAll(in: db)
      #expect(found.map(\.0) == [28, 29, 30, 31, 1, 24, 25, 26, 27])
      #expect(found.map(\.1) == [24, 23, 24, 24, 1, 24, 25, 24, 23])
      let sunday = Moment.where { $0.text.calendarDay(in: berlin) == DateComponents(year: 2026, month: 10, day: 25) }
      #expect(try sunday.count(in: db) == 25)
      let midnight = Date(timeIntervalSince1970: 1_792_879_200)
      #expect(try Moment.where { $0.milliseconds.startOfDay(in: berlin) == midnight }.count(in: db) == 25)
      #expect(try Moment.where { $0.julianDay.startOfDay(in: berlin) == midnight }.count(in: db) == 25)
      #expect(try Moment.where { $0.referenceDate.startOfDay(in: berlin) == midnight }.count(in: db) == 25)
    }
  }

  @Test("A date that is nil has no local day, and two time zones in one query don't mix")
  func missing() throws {
    let (berlin, tokyo) = (
      try #require(TimeZone(identifier: "Europe/Berlin")), try #require(TimeZone(identifier: "Asia/Tokyo"))
    )
    let date = Date(timeIntervalSince1970: 1_769_890_000)  // January 31, 20:06 in UTC
    try store.write { db in
      try Moment.Draft(
        text: date, seconds: date, milliseconds: date, textMilliseconds: date, julianDay: date, referenceDate: date,
        day: DateComponents(year: 2026, month: 1, day: 1)
      ).insert(in: db)
    }
    try store.read { db in
      let nothing = try Moment.select { ($0.laterText.startOfDay(in: berlin), $0.laterSeconds.hour(in: berlin)) }
        .fetchOnly(in: db)
      #expect(nothing.0 == nil && nothing.1 == nil)
      let days = try Moment.select { ($0.text.calendarDay(in: berlin).day, $0.text.calendarDay(in: tokyo).day) }
        .fetchOnly(in: db)
      #expect(days.0 == 31 && days.1 == 1)
    }
  }

  @Test("A zone with a fraction of a minute is refused")
  func refused() throws {
    let seconds = try #require(TimeZone(secondsFromGMT: 3661))
    #expect(throws: QueryError.self) {
      try store.read { db in try Moment.select { $0.text.hour(in: seconds) }.fetchAll(in: db) }
    }
  }

  @Test("An age in years is Foundation's, also for those born on a leap day")
  func ages() throws {
    let calendar = calendar(.gmt)
    let days = [
      (2000, 2, 29), (2000, 2, 28), (2000, 3, 1), (1999, 12, 31), (2001, 1, 1), (2001, 2, 28), (2001, 3, 1),
      (2004, 2, 28),
      (2004, 2, 29), (2026, 11, 27), (1900, 2, 28),
    ].map { DateComponents(year: $0.0, month: $0.1, day: $0.2) }
    func years(_ start: DateComponents, _ end: DateComponents) throws -> Int? {
      let (start, end) = (try #require(calendar.date(from: start)), try #require(calendar.date(from: end)))
      return calendar.dateComponents([.year], from: start, to: end).year
    }
    try store.write { db in
      let date = Date(timeIntervalSince1970: 0)
      for day in days {
        for later in days + [nil] {
          try Moment.Draft(
            text: date, seconds: date, milliseconds: date, textMilliseconds: date, julianDay: date, referenceDate: date,
            day: day,
            laterDay: later
          ).insert(in: db)
        }
      }
      for other in days {
        let rows = try Moment.where { $0.laterDay == other }.select {
          ($0.day, $0.day.years(until: other), $0.day.years(since: $0.laterDay))
        }
        .fetchAll(in: db)
        for (day, until, since) in rows {
          #expect(try until == years(day, other), "\(day) to \(other)")
          #expect(try since == years(other, day), "\(other) to \(day)")
        }
      }
      #expect(try Moment.select { $0.laterDay.years(until: days[0]) }.fetchAll(in: db).contains(nil))
      #expect(try Moment.select { $0.laterDay.years(since: $0.day) }.fetchAll(in: db).contains(nil))
      let ages = try Moment.where { $0.day == days[0] }.select { SQL.today.years(since: $0.day) }.fetchAll(in: db)
      #expect(ages.allSatisfy { $0 >= 26 })
    }
  }

  @Test("The documented queries find the loans of a local day")
  func documented() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let calendar = calendar(zone)
    // 23:30 on January 31 and 0:30 on February 1 in Berlin.
    let date = Date(timeIntervalSince1970: 1_769_898_600)
    try store.write { db in
      let library = try Library(in: db)
      for step in [0, 3600] {
        try Loan.Draft(bookID: library.emma.id, lentAt: date.addingTimeInterval(Double(step)), readerID: library.ann.id)
          .insert(in: db)
      }
    }
    try store.read { db in
      let days = try Loan.group { $0.lentAt.startOfDay(in: zone) }
        .select { ($0.lentAt.startOfDay(in: zone), SQL.count()) }
        .fetchAll(in: db)  // [(Date, Int)]
      #expect(days.map(\.1) == [1, 1])
      if let day = calendar.dateInterval(of: .day, for: date) {
        let lent = try Loan.where { $0.lentAt.in(day.start..<day.end) }.fetchAll(in: db)
        #expect(lent.map(\.lentAt) == [date])
      }
    }
  }
}
