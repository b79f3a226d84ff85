import CSQLite
import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

/// Dates as integers and as Julian days.
@Suite struct DateStorageTests {
  private struct NoInteger: Error {}

  private static let extremes: [Date] = [
    .distantPast, .distantFuture, Date(timeIntervalSince1970: 0), Date(timeIntervalSinceReferenceDate: 0),
    Date(timeIntervalSince1970: -62_167_219_200), Date(timeIntervalSince1970: 253_402_300_799),
  ]

  private static func seconds(_ count: Int, seed: UInt64, per unit: Double = 1) -> [Date] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let seconds = Double.random(in: -63_000_000_000...252_000_000_000, using: &random)
      return Date(timeIntervalSinceReferenceDate: (seconds * unit).rounded() / unit)
    }
      + (0..<count).map { _ in
        Date(timeIntervalSinceReferenceDate: (.random(in: 0...2e9, using: &random) * unit).rounded() / unit)
      }
  }

  @Test func wholeSecondsAndMillisecondsComeBackIdentical() throws {
    let far = [
      Date(timeIntervalSinceReferenceDate: 999_999_999_999), Date(timeIntervalSinceReferenceDate: -999_999_999_999),
    ]
    try expectRoundTrip(UnixSeconds.self, Self.seconds(100, seed: 1) + Self.extremes + far)
    try expectRoundTrip(UnixMilliseconds.self, Self.seconds(150, seed: 2, per: 1000) + Self.extremes + far)
    try expectRoundTrip(ISO8601Milliseconds.self, Self.seconds(150, seed: 11, per: 1000) + Self.extremes)
    try expectRoundTrip(JulianDay.self, Self.seconds(150, seed: 3, per: 1000) + Self.extremes)
  }

  @Test func everyFiniteReferenceDateComesBackIdentical() throws {
    let far = [1e300, -1e300, .leastNonzeroMagnitude].map { Date(timeIntervalSinceReferenceDate: $0) }
    try expectRoundTrip(ReferenceDate.self, Self.seconds(150, seed: 9, per: 1e6) + Self.extremes + far)
    #expect(ReferenceDate(_plain: Date(timeIntervalSince1970: 978_307_200.5))._boundValue == .real(0.5))
  }

  @Test func theDatabaseSortsAndComparesThemAsSwiftDoes() throws {
    try expectOrder(UnixSeconds.self, Self.seconds(60, seed: 4) + Self.extremes)
    try expectOrder(UnixMilliseconds.self, Self.seconds(60, seed: 5, per: 1000) + Self.extremes)
    try expectOrder(ISO8601Milliseconds.self, Self.seconds(60, seed: 12, per: 1000) + Self.extremes)
    try expectOrder(ReferenceDate.self, Self.seconds(60, seed: 10, per: 1e6) + Self.extremes)
    try expectOrder(JulianDay.self, Self.seconds(60, seed: 6, per: 1000) + Self.extremes)
  }

  @Test func aFractionIsRoundedDownAndStaysThereWhenItIsWrittenAgain() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let date = Date(timeIntervalSinceReferenceDate: .random(in: -1e10...1e10, using: &random))
      for (perSecond, binding) in [
        (1.0, UnixSeconds(_plain: date)._boundValue), (1000, UnixMilliseconds(_plain: date)._boundValue),
      ] {
        guard case .integer(let count) = binding else { throw NoInteger() }
        let read = Date(timeIntervalSinceReferenceDate: (Double(count) - 978_307_200 * perSecond) / perSecond)
        #expect(read <= date && date.timeIntervalSince(read) < 1.0001 / perSecond)
        let again = perSecond == 1 ? UnixSeconds(_plain: read)._boundValue : UnixMilliseconds(_plain: read)._boundValue
        #expect(again == binding)
      }
    }
    #expect(UnixSeconds(_plain: Date(timeIntervalSince1970: -0.5))._boundValue == .integer(-1))
    #expect(UnixSeconds(_plain: Date(timeIntervalSince1970: 1.999))._boundValue == .integer(1))
    #expect(UnixMilliseconds(_plain: Date(timeIntervalSince1970: 10.001))._boundValue == .integer(10_001))
  }

  @Test func aTextWithMillisecondsAlwaysHasThreeDigitsAndIsRoundedDown() throws {
    func text(_ seconds: Double) -> BoundValue {
      ISO8601Milliseconds(_plain: Date(timeIntervalSince1970: seconds))._boundValue
    }
    #expect(text(0) == .text("1970-01-01 00:00:00.000"))
    #expect(text(1.2509) == .text("1970-01-01 00:00:01.250"))
    #expect(text(-0.0001) == .text("1969-12-31 23:59:59.999"))
    #expect(text(1_700_000_000.678) == .text("2023-11-14 22:13:20.678"))
    var random = SeededGenerator(seed: 13)
    for _ in 0..<20_000 {
      let date = Date(timeIntervalSinceReferenceDate: .random(in: -1e10...1e10, using: &random))
      guard case .integer(let count) = UnixMilliseconds(_plain: date)._boundValue else { throw NoInteger() }
      let whole = Date(timeIntervalSinceReferenceDate: (Double(count) - 978_307_200_000) / 1000)
      #expect(
        ISO8601Milliseconds(_plain: date)._boundValue == ISO8601Milliseconds(_plain: whole)._boundValue, "\(count)")
    }
  }

  @Test func aRowIsFoundByTheDateItWasWrittenWithAndRangesThatAdjoinShareNone() throws {
    let store = try SQLiteStore.cells()
    let date = Date(timeIntervalSince1970: 1_770_000_000.75)
    try store.write { db in
      try Cell<UnixSeconds>.Draft(value: date, optional: nil).insert(in: db)
      #expect(try Cell<UnixSeconds>.where { $0.value == date }.count(in: db) == 1)
      #expect(try Cell<UnixSeconds>.where { $0.value <= date }.count(in: db) == 1)
      let middle = date.addingTimeInterval(0.1)
      let ranges = [date.addingTimeInterval(-60)..<middle, middle..<date.addingTimeInterval(60)]
      let counts = try ranges.map { range in try Cell<UnixSeconds>.where { $0.value.in(range) }.count(in: db) }
      #expect(counts.reduce(0, +) == 1)
    }
  }

  @Test func theyAreWhatSQLitesOwnFunctionsReturn() throws {
    let store = try SQLiteStore.cells()
    var random = SeededGenerator(seed: 8)
    try store.read { db in
      for _ in 0..<2_000 {
        let milliseconds = Int64.random(in: -62_167_219_200_000..<253_402_300_800_000, using: &random)
        let date = Date(timeIntervalSinceReferenceDate: Double(milliseconds - 978_307_200_000) / 1000)
        let (seconds, fraction) = (milliseconds.quotientAndRemainder(dividingBy: 1000))
        guard fraction >= 0 else { continue }
        let digits = String(1000 + fraction).dropFirst()
        let text: String? = try db.value(
          "SELECT datetime(?1, 'unixepoch') || '.' || ?2", .integer(seconds), .text(String(digits)))
        let julian: Double? = try db.value("SELECT julianday(?1)", .text(text ?? ""))
        // Before 3.40, SQLite truncates the milliseconds of a text, which may be one less then.
        let isExact = sqlite3_libversion_number() >= 3_040_000
        let next = (((julian ?? 0) * 86_400_000).rounded() + 1) / 86_400_000
        let found = JulianDay(_plain: date)._boundValue
        #expect(found == .real(julian ?? 0) || !isExact && found == .real(next))
        let unix: Int64? = try db.value("SELECT unixepoch(?1)", .text(text ?? ""))
        #expect(UnixSeconds(_plain: date)._boundValue == .integer(unix ?? 0))
      }
    }
  }

  @Test func aDateOutOfRangeIsNotStored() throws {
    for interval in [1e12, -1e12, .infinity, .nan, 1e300] {
      let date = Date(timeIntervalSinceReferenceDate: interval)
      try expectUnstorable(UnixSeconds.self, date, reason: "from the start of 2001")
      try expectUnstorable(UnixMilliseconds.self, date, reason: "from the start of 2001")
      try expectUnstorable(JulianDay.self, date, reason: "the years 0 to 9999")
    }
    try expectUnstorable(JulianDay.self, Date(timeIntervalSince1970: 253_402_300_800), reason: "the years 0 to 9999")
    for interval in [Double.infinity, -.infinity, .nan] {
      try expectUnstorable(
        ReferenceDate.self, Date(timeIntervalSinceReferenceDate: interval), reason: "it is infinite or NaN")
    }
  }

  @Test func whatIsNoDateIsNotReadAsOne() throws {
    let seconds = "it must be seconds since 1970"
    try expectRefusal(
      UnixSeconds.self, of: ["1770000000000", "9223372036854775807", "-9223372036854775808"], reason: seconds)
    try expectRefusal(UnixSeconds.self, of: ["'2026-11-21'", "1.5", "NULL", "x'00'"], reason: "it must be INTEGER")
    try expectRefusal(
      UnixMilliseconds.self, of: ["9223372036854775807", "-9223372036854775808"],
      reason: "it must be milliseconds since 1970")
    try expectRefusal(
      JulianDay.self, of: ["1e300", "-1e300", "0", "1721059.4", "5373484.5", "9e999"], reason: "a Julian day")
    try expectRefusal(JulianDay.self, of: ["'2451910.5'", "NULL"], reason: "it must be REAL")
    try expectRefusal(ReferenceDate.self, of: ["9e999", "-9e999"], reason: "a finite number of seconds since 2001")
    try expectRefusal(ReferenceDate.self, of: ["'2001-01-01'", "x'00'", "NULL"], reason: "it must be REAL")
  }
}
