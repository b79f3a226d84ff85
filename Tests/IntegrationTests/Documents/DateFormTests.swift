import Foundation
import Postil
import Testing

/// Docs/Queries.md, "Dates in other forms": dates in two forms are used together.
@Suite("Dates in two forms")
struct DateFormTests {
  private let store: SQLiteStore
  private static let start = Date(timeIntervalSince1970: 1_769_854_830)
  /// A quarter of a second is exact in every form but seconds.
  private static let dates = [
    start, start.addingTimeInterval(0.25), start.addingTimeInterval(86_400), Date(timeIntervalSince1970: -0.5),
  ]
  private static let day = DateComponents(year: 2026, month: 1, day: 31)

  init() throws {
    store = try temporaryStore()
    try store.write { db in
      for (number, date) in Self.dates.enumerated() {
        try Moment.Draft(
          text: date, seconds: date, milliseconds: date, textMilliseconds: date, julianDay: date, referenceDate: date,
          day: Self.day,
          laterText: number == 0 ? nil : date, span: number
        ).insert(in: db)
      }
    }
  }

  /// The dates as they are converted from and to a form.
  private func converted<C: SQLExpression, Form: DateColumnValue>(
    _ column: (Moment.Columns) -> C, to form: Form.Type
  ) throws -> [Date] where C.Value: DateColumnValue {
    try store.read { db in
      try Moment.order { $0.id }.select { column($0).stored(as: form) }.fetchAll(in: db)
    }
  }

  @Test("A date is converted from every form to every other")
  func conversions() throws {
    let whole = Self.dates.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
    func check<C: SQLExpression>(_ column: (Moment.Columns) -> C, _ dates: [Date]) throws
    where C.Value: DateColumnValue {
      #expect(try converted(column, to: Date.self) == dates, "\(C.Value.self)")
      #expect(try converted(column, to: UnixSeconds.self) == whole, "\(C.Value.self)")
      #expect(try converted(column, to: UnixMilliseconds.self) == dates, "\(C.Value.self)")
      #expect(try converted(column, to: ISO8601Milliseconds.self) == dates, "\(C.Value.self)")
      #expect(try converted(column, to: JulianDay.self) == dates, "\(C.Value.self)")
      #expect(try converted(column, to: ReferenceDate.self) == dates, "\(C.Value.self)")
    }
    try check({ $0.text }, Self.dates)
    try check({ $0.seconds }, whole)
    try check({ $0.milliseconds }, Self.dates)
    try check({ $0.textMilliseconds }, Self.dates)
    try check({ $0.julianDay }, Self.dates)
    try check({ $0.referenceDate }, Self.dates)
  }

  @Test("A date with exactly three digits is compared, moved and set in the database")
  func threeDigits() throws {
    try store.write { db in
      let later = Self.start.addingTimeInterval(0.25)
      #expect(try Moment.where { $0.textMilliseconds == later }.fetchAll(in: db).map(\.span) == [1])
      #expect(
        try Moment.where { $0.textMilliseconds > Self.start }.order { $0.id }.fetchAll(in: db).map(\.span) == [1, 2])
      #expect(try Moment.where { $0.textMilliseconds < Self.start.addingTimeInterval(0.0005) }.count(in: db) == 2)
      #expect(
        try Moment.where { $0.textMilliseconds.in(Self.start..<later.addingTimeInterval(0.0004)) }.count(in: db) == 2)
      let moved = try Moment.where { $0.span == 1 }.select {
        (
          $0.textMilliseconds.adding(months: 1, hours: 1), $0.textMilliseconds.startOfMonth,
          $0.textMilliseconds.startOf(minutes: 15),
          $0.textMilliseconds.startOfWeek, $0.textMilliseconds.seconds(since: Self.start), $0.textMilliseconds.hour
        )
      }.fetchOnly(in: db)
      #expect(moved.0 == later.addingTimeInterval(28 * 86_400 + 3600))
      #expect(moved.1 == Date(timeIntervalSince1970: 1_767_225_600))
      #expect(moved.2 == Date(timeIntervalSince1970: 1_769_854_500))
      #expect(moved.3 == Date(timeIntervalSince1970: 1_769_385_600))
      #expect(moved.4 == 0.25 && moved.5 == 10)
      #expect(
        try Moment.group { $0.textMilliseconds.startOfDay }.order { $0.textMilliseconds.startOfDay }.select { _ in
          SQL.count()
        }
        .fetchAll(in: db) == [1, 2, 1])
      try Moment.where { $0.span == 1 }.update(in: db) {
        [$0.textMilliseconds.set($0.textMilliseconds.startOfDay), $0.laterText.set(SQL.now)]
      }
      let day = Date(timeIntervalSince1970: 1_769_817_600)
      #expect(try Moment.where { $0.textMilliseconds == day }.count(in: db) == 1)
      try Moment.all.update(in: db) { [$0.textMilliseconds.set(SQL.now)] }
      #expect(try Moment.where { $0.textMilliseconds > day && $0.textMilliseconds <= SQL.now }.count(in: db) == 4)
    }
  }

  @Test("Columns in two forms are compared, sorted and combined")
  func together() throws {
    try store.read { db in
      #expect(try Moment.where { $0.text == $0.milliseconds.stored(as: Date.self) }.count(in: db) == 4)
      #expect(
        try Moment.where { $0.text > $0.seconds.stored(as: Date.self) }.order { $0.id }.fetchAll(in: db).map(\.span)
          == [1, 3])
      #expect(try Moment.where { $0.milliseconds == $0.laterText.stored(as: UnixMilliseconds.self) }.count(in: db) == 3)
      let sorted = try Moment.order { ($0.referenceDate.stored(as: UnixSeconds.self).descending, $0.span) }.fetchAll(
        in: db)
      #expect(sorted.map(\.span) == [2, 0, 1, 3])
      let both = try Moment.select { $0.milliseconds }
        .union(Moment.select { $0.text.stored(as: UnixMilliseconds.self) })
        .fetchAll(in: db)
      #expect(both.sorted() == Self.dates.sorted())
      let dates = try Loan.select { $0.lentAt }
        .union(Visit.select { $0.enteredAt.stored(as: Date.self) })
        .fetchAll(in: db)  // [Date]
      #expect(dates.isEmpty)
      let missing = try Moment.order { $0.id }.select { $0.laterText.stored(as: JulianDay.self) }.fetchAll(in: db)
      #expect(missing == Self.dates.enumerated().map { $0.offset == 0 ? nil : $0.element })
    }
  }

  @Test("Dates and days fill stored properties of a projection, and so do columns in other forms")
  func projections() throws {
    let date = Self.dates[1]
    try store.read { db in
      let filled = try Moment.where { $0.span == 1 }
        .select { _ in
          MomentTimes.Columns(
            text: date, seconds: date, milliseconds: date, julianDay: date, referenceDate: date,
            day: DateComponents(year: 2026, month: 1, day: 31))
        }
        .fetchOnly(in: db)
      let whole = MomentTimes(
        text: date, seconds: Self.start, milliseconds: date, julianDay: date, referenceDate: date, day: Self.day)
      #expect(filled == whole)
      let read = try Moment.where { $0.span == 1 }
        .select {
          MomentTimes.Columns(
            text: $0.text, seconds: $0.text, milliseconds: $0.laterText, julianDay: $0.milliseconds,
            referenceDate: $0.julianDay,
            day: $0.day)
        }
        .fetchOnly(in: db)
      #expect(read == whole)
      let without = try Moment.where { $0.span == 0 }
        .select {
          MomentTimes.Columns(
            text: $0.text, seconds: $0.seconds, milliseconds: $0.laterText, julianDay: $0.julianDay,
            referenceDate: SQL.now, day: $0.day)
        }
        .fetchOnly(in: db)
      #expect(without.milliseconds == nil && without.referenceDate > Self.start)
    }
  }
}
