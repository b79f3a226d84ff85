import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

/// Whatever a column holds, and whatever a program stores, is a value or an error, never a trap.
@Suite("Extreme values")
struct ExtremeValueTests {
  private let store: SQLiteStore

  init() throws { store = try .values() }

  private static let types: [any ColumnValue.Type] = [
    Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
    UInt64.self, Double.self, Float.self, String.self, Data.self, [UInt8].self, Date.self, UnixSeconds.self,
    UnixMilliseconds.self, ISO8601Milliseconds.self, JulianDay.self, ReferenceDate.self, CalendarDay.self,
    Duration.self, Decimal.self, URL.self,
    UUID.self, UUIDBytes.self, Packed<Int16>.self, Packed<UInt32>.self, Mood.self, Color.self, Moment.self, Money.self,
    SQLValue.self, RowID<Int>.self, JSONColumn<[Int]>.self, JSONColumn<Date>.self, JSONColumn<[String: Double]>.self,
  ]

  /// Reads a value as a type. What can be read can be stored, and is read again as the same.
  private func check<Value: ColumnValue>(_ type: Value.Type, _ stored: BoundValue, in db: some WriteTransaction) throws
  {
    let read: Value
    do {
      guard let value = try db.value("SELECT ?1", stored, as: type) else { return }
      read = value
    } catch is ColumnDecodingError {
      return
    }
    let again = try db.value("SELECT ?1", read._boundValue, as: type)
    #expect(again == read, "\(type) of \(stored)")
    let optional = try db.value("SELECT ?1", read._boundValue, as: Value?.self)
    #expect(optional == .some(read), "\(type)? of \(stored)")
  }

  @Test("Every stored value is read as every type, or refused")
  func reading() throws {
    var generator = SeededGenerator(seed: 1)
    var values: [BoundValue] = [.text(""), .blob([]), .real(.infinity), .real(-.infinity), .real(-0.0)]
    for shift in 0..<64 {
      let power = Int64(truncatingIfNeeded: UInt64(1) << UInt64(shift))
      for integer in [power, power &- 1, 0 &- power, power &+ 1] {
        values += [.integer(integer), .real(Double(integer)), .text("\(integer)"), .real(Double(integer).nextUp)]
      }
    }
    values += [-1e300, 1e300, 1e18, 1e-300, .leastNonzeroMagnitude, 1e12, 1e15, 5_373_484.5, 1_721_059.5].map {
      .real($0)
    }
    let pieces = [
      "-", "+", "0", "9999", "-12", "-31", " 23:59:59", ".999999999", "Z", "T", "+14:00", "e", "e-128", "e127",
      "1e999999999999",
      "00000000000000000000", "18446744073709551615", "9", ".", "{", "}", "[", "]", "\"", ":", ",", "null", "1e400",
      "\u{0}", "\u{301}",
      "2026-11-21", "0000-01-01", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "https://example.com", "%",
    ]
    for _ in 0..<1_500 {
      let text = (0..<Int.random(in: 1...5, using: &generator)).compactMap { _ in
        pieces.randomElement(using: &generator)
      }
      values.append(.text(text.joined()))
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        UInt8.random(in: 0 ... .max, using: &generator)
      }
      values.append(.blob(bytes))
    }
    try store.write { db in
      for value in values {
        for type in Self.types { try check(type, value, in: db) }
      }
    }
  }

  @Test("Every value of a type is stored and read as the same, or refused")
  func writing() throws {
    func expect<Value: ColumnValue>(_ values: Value..., sourceLocation: SourceLocation = #_sourceLocation) throws {
      for value in values {
        do {
          let read = try store.stored(value, in: .any)
          #expect(read == value, "\(value)", sourceLocation: sourceLocation)
          #expect(
            try store.read { db in try db.value("SELECT ?1", value._boundValue) } == value,
            sourceLocation: sourceLocation)
        } catch is ColumnEncodingError {
          guard case .unstorable = value._boundValue else {
            Issue.record("\(value) is refused as a value, and not as a binding", sourceLocation: sourceLocation)
            continue
          }
        }
      }
    }
    let seconds: [Double] = [
      0, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e12, -1e12, 1e12.nextDown,
      1e18, -1e19,
      .leastNonzeroMagnitude, 252_423_993_600, -63_145_526_400,
    ]
    for second in seconds {
      let date = Date(timeIntervalSinceReferenceDate: second)
      if second != .leastNonzeroMagnitude { try expect(date) }
      if second != .leastNonzeroMagnitude { try expect(JulianDay(_plain: date)) }
      if !second.isNaN { try expect(second, -second) }
      try expect(ReferenceDate(_plain: date))
      if second == second.rounded() { try expect(UnixSeconds(_plain: date)) }
      if second == second.rounded() { try expect(UnixMilliseconds(_plain: date)) }
    }
    try expect(
      Duration.nanoseconds(Int64.min), .nanoseconds(Int64.max), .seconds(Int64.min), .seconds(Int64.max),
      .nanoseconds(Int64.max) + .nanoseconds(1), .nanoseconds(Int64.min) - .nanoseconds(1), .zero)
    try expect(
      Decimal.greatestFiniteMagnitude, -Decimal.greatestFiniteMagnitude, .leastNonzeroMagnitude, .nan, 0,
      Decimal(sign: .minus, exponent: -128, significand: 1), Decimal(sign: .plus, exponent: 127, significand: 1))
    for number in [Int.min, Int.max, 0, -1, 10_000, 29, 31] {
      try expect(
        CalendarDay(_plain: DateComponents(year: number, month: 2, day: 1)),
        CalendarDay(_plain: DateComponents(year: 2026, month: number, day: 1)),
        CalendarDay(_plain: DateComponents(year: 2026, month: 2, day: number)))
    }
    try expect(UInt64.max, UInt64(Int64.max), UInt64(Int64.max) + 1, 0)
    try expect(Float.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, .leastNonzeroMagnitude)
  }
}
