import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite struct DateTests {
  let store: SQLiteStore

  init() throws { store = try .values() }

  private func date(_ text: String) throws -> Date? { try store.evaluated("'\(text)'", as: Date.self) }

  @Test func randomDatesFromYear1To9999ComeBackIdentical() throws {
    let (first, last) = (-63_113_904_000.0, 252_423_993_599.0)  // 0001-01-01 and 9999-12-31T23:59:59, from 2001
    var random = SeededGenerator(seed: testSeed)
    // Up to 2²³ seconds from the beginning of 2001 a date is finer than a nanosecond: that is another test.
    var dates =
      ((0..<5_000).map { _ in Double.random(in: first...last, using: &random) } + [0x1p23, -0x1p23, 0x1p23.nextUp])
      .filter { abs($0) >= 0x1p23 }
      .map { Date(timeIntervalSinceReferenceDate: $0) }
    dates += (0..<3_000).map { _ in
      Date(timeIntervalSinceReferenceDate: .random(in: 600_000_000...1_200_000_000, using: &random))
    }
    dates += (0..<1_000).map { _ in
      Date(timeIntervalSinceReferenceDate: Double.random(in: first...last, using: &random).rounded())
    }
    dates += [
      Date(), .distantPast, .distantFuture, Date(timeIntervalSince1970: 0), Date(timeIntervalSinceReferenceDate: 0),
    ]
    try store.write { db in
      try db.execute(ValueColumn.text.insert, forEach: dates) { $0._bind(to: &$1) }
      var read: [Date] = []
      try db.forEachRow(_RenderedStatement(sql: #"SELECT "text" FROM "value" ORDER BY "id""#)) {
        read.append(try $0.read())
      }
      #expect(zip(read, dates).first { $0 != $1 } == nil && read.count == dates.count)
      // Sorted by SQLite, which sees text, they are in the order of time.
      var sorted: [Date] = []
      try db.forEachRow(_RenderedStatement(sql: #"SELECT "text" FROM "value" ORDER BY "text""#)) {
        sorted.append(try $0.read())
      }
      #expect(zip(sorted, dates.sorted()).first { $0 != $1 } == nil && sorted.count == dates.count)
    }
  }

  @Test func wholeSecondsAreWhatSQLiteItselfWrites() throws {
    var random = SeededGenerator(seed: testSeed)
    try store.read { db in
      for _ in 0..<2_000 {
        let seconds = Int64.random(in: -62_167_219_200..<253_402_300_800, using: &random)
        let text: String? = try db.value("SELECT datetime(?1, 'unixepoch')", .integer(seconds))
        let date = Date(timeIntervalSince1970: Double(seconds))
        #expect(date._boundValue == .text(text ?? ""))
        let read: Date? = try db.value("SELECT datetime(?1, 'unixepoch')", .integer(seconds))
        #expect(read == date)
      }
    }
  }

  @Test func theFractionIsTrimmedAndCarried() {
    func text(_ seconds: Double) -> BoundValue { Date(timeIntervalSinceReferenceDate: seconds)._boundValue }
    #expect(text(0) == .text("2001-01-01 00:00:00"))
    #expect(text(0.5) == .text("2001-01-01 00:00:00.5"))
    #expect(text(59.123456789) == .text("2001-01-01 00:00:59.123456789"))
    #expect(text(0.000000001) == .text("2001-01-01 00:00:00.000000001"))
    #expect(text(59.9999999999) == .text("2001-01-01 00:01:00"))
    #expect(text(-0.0000000001) == .text("2001-01-01 00:00:00"))
    #expect(text(-0.25) == .text("2000-12-31 23:59:59.75"))
    #expect(text(86399.9999999999) == .text("2001-01-02 00:00:00"))
  }

  @Test func datesWithinDaysOfTheReferenceDateAreExactToTheNanosecond() throws {
    var random = SeededGenerator(seed: testSeed)
    for _ in 0..<500 {
      let date = Date(timeIntervalSinceReferenceDate: .random(in: -100_000...100_000, using: &random))
      let read = try #require(try store.stored(date, in: .text))
      #expect(abs(read.timeIntervalSince(date)) <= 0.6e-9)
      #expect(try store.stored(read, in: .text) == read)
    }
  }

  @Test func theFormsOfSQLiteAndISO8601AreRead() throws {
    let expected = Date(timeIntervalSince1970: 1_763_713_800)  // 2025-11-21 08:30:00 UTC
    for text in [
      "2025-11-21 08:30:00", "2025-11-21T08:30:00", "2025-11-21T08:30:00Z", "2025-11-21 08:30", "2025-11-21T08:30Z",
      "2025-11-21 10:30:00+02:00", "2025-11-21T03:00:00-05:30", "2025-11-21 08:30:00.000", "2025-11-21t08:30:00z",
      "2025-11-21 08:30:00 +00:00",
    ] {
      #expect(try date(text) == expected, "\(text)")
    }
    #expect(try date("2025-11-21") == Date(timeIntervalSince1970: 1_763_683_200))
    #expect(try date("2025-11-21 08:30:00.25") == expected + 0.25)
    #expect(try date("2024-02-29") != nil)
  }

  @Test(arguments: [
    "", "now", "2025", "2025-11", "2025-11-31", "2025-02-29", "2025-13-01", "2025-00-10", "2025-11-21 24:00:00",
    "2025-11-21 08:60", "2025-11-21 08:30:61", "2025-11-21 08:30:00.", "2025-11-21 08:30:00+2", "2025-11-21x",
    "25-11-21",
    "2025-11-21 ", "2025-11-21 08:30:00 UTC", "-001-01-01", "0000-01-01 00:00:00+01:00", "9999-12-31 23:59:59-01:00",
    "2025-11-21 08:30:00\u{0}",
  ])
  func whatIsNoDateIsAnError(_ text: String) throws {
    #expect(throws: ColumnDecodingError.self) {
      try store.read { db in try db.value("SELECT ?1", .text(text), as: Date.self) }
    }
  }

  @Test func aDateOutOfRangeIsRefusedBeforeAnythingIsStored() throws {
    for seconds in [-62_167_219_201.0, 253_402_300_800, .infinity, -.infinity, .nan, 1e300] {
      let date = Date(timeIntervalSince1970: seconds)
      let stored = #expect(throws: ColumnEncodingError.self) { try store.stored(date, in: .text) }
      // A query that compares with it says the same.
      let compared = #expect(throws: ColumnEncodingError.self) {
        try store.read { db in try db.value("SELECT ?1", date._boundValue, as: String?.self) }
      }
      #expect(stored == compared && stored?.type == "Date")
    }
    #expect(try store.read { db in try db.value(#"SELECT count(*) FROM "value""#) } == 0)
  }
}
