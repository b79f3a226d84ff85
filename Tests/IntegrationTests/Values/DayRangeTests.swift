import Foundation
import Postil
import Testing

@Suite("Ranges of days")
struct DayRangeTests {
  private let store: SQLiteStore

  init() throws {
    store = try .inMemory(schema: DocumentsSchema.self)
    try store.write { db in
      for (index, day) in [Self.day(12, 31, of: 2025), Self.day(1, 1), Self.day(1, 15), Self.day(2, 1)].enumerated() {
        try Moment.Draft(
          text: .now, seconds: .now, milliseconds: .now, textMilliseconds: .now, julianDay: .now, referenceDate: .now,
          day: day,
          laterDay: index == 0 ? nil : day
        ).insert(in: db)
      }
    }
  }

  private static func day(_ month: Int, _ day: Int, of year: Int = 2026) -> DateComponents {
    DateComponents(year: year, month: month, day: day)
  }

  private func days(_ condition: (Moment.Columns) -> some SQLExpression<Bool>) throws -> [Int?] {
    let query = Moment.where(condition).order { $0.day }
    return try store.read { db in try query.fetchAll(in: db).map(\.day.day) }
  }

  @Test("A range of days includes its last day, a half-open one doesn't")
  func bounds() throws {
    let (first, last) = (Self.day(1, 1), Self.day(2, 1))
    #expect(try days { $0.day.in(first...last) } == [1, 15, 1])
    #expect(try days { $0.day.in(first..<last) } == [1, 15])
    #expect(try days { $0.day.notIn(first..<last) } == [31, 1])
    #expect(try days { $0.day.in([first, last]) } == [1, 1])
    let sql = Moment.where { $0.day.in(first...last) && $0.day.in(first..<last) }.description
    #expect(sql.hasSuffix(#" WHERE t0."day" BETWEEN ?1 AND ?2 AND t0."day" >= ?3 AND t0."day" < ?4"#), "\(sql)")
  }

  @Test("A range whose last day is before its first contains no day, and stops no program")
  func inverted() throws {
    #expect(try days { $0.day.in(Self.day(2, 1)...Self.day(1, 1)) } == [])
    #expect(try days { $0.day.in(Self.day(2, 1)..<Self.day(1, 1)) } == [])
  }

  @Test("A missing day is in no range")
  func missing() throws {
    let january = Self.day(1, 1)...Self.day(1, 31)
    #expect(try days { $0.laterDay.in(january) } == [1, 15])
    #expect(try days { $0.laterDay.notIn(january) } == [31, 1])
  }

  @Test("A bound that isn't a day is an error that says so")
  func invalid() throws {
    let error = #expect(throws: ColumnEncodingError.self) {
      try days { $0.day.in(Self.day(2, 30)...Self.day(3, 1)) }
    }
    #expect(error?.type == "DateComponents")
  }

  @Test("Points in time are compared with ranges in every stored form")
  func times() throws {
    let (past, future) = (Date.now - 3600, Date.now + 3600)
    #expect(try days { $0.text.in(past...future) && $0.seconds.in(past..<future) }.count == 4)
    #expect(
      try days { $0.milliseconds.in(past...) && $0.julianDay.in(...future) && $0.referenceDate.in(..<future) }.count
        == 4)
    #expect(try days { $0.laterSeconds.in(past...future) } == [])
  }
}
