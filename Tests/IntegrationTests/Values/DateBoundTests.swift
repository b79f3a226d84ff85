import Foundation
import Postil
import PostilTestSupport
import Testing

/// Stored dates are ordered as Swift orders the dates that are read, and are equal to the dates that they were written with.
@Suite("Bounds of dates in queries")
struct DateBoundTests {
  private let store: SQLiteStore
  private var random = SeededGenerator(seed: testSeed)

  init() throws { store = try temporaryStore() }

  @Test(
    "A comparison finds the rows that Swift's finds, and equality those written with the date, in every stored form")
  mutating func comparisons() throws {
    var dates: [Date] = []
    for base in [0, 978_307_200, 1_795_000_000, -5, 253_402_300_000] as [Double] {
      for fraction in [0, 0.5, 0.25, 0.001, 0.000_1, 0.000_15, 0.999_9, 0.123_456_789] {
        dates += [base + fraction, base - fraction].map { Date(timeIntervalSince1970: $0) }
      }
      dates += (0..<10).map { _ in Date(timeIntervalSince1970: base + Double.random(in: -2...2, using: &random)) }
    }
    // Near the start of 2001, a 'Date' is finer than a nanosecond.
    dates += [1e-12, -1e-12, 1e-9, 4e-10, 1.5e-9].map { Date(timeIntervalSinceReferenceDate: $0) }
    let (store, bounds, seed) = (store, dates, testSeed)
    try store.write { db in
      let drafts = dates.map { date in
        Moment.Draft(
          text: date, seconds: date, milliseconds: date, textMilliseconds: date,
          julianDay: min(date, Date(timeIntervalSince1970: 2e11)),
          referenceDate: date, day: DateComponents(year: 2026, month: 1, day: 1), laterSeconds: date)
      }
      try Moment.insert(drafts, in: db)
      try Moment.insert(
        [
          Moment.Draft(
            text: dates[0], seconds: dates[0], milliseconds: dates[0], textMilliseconds: dates[0], julianDay: dates[0],
            referenceDate: dates[0],
            day: DateComponents(year: 2026, month: 1, day: 1))
        ], in: db)
    }
    try store.read { db in
      let rows = try Moment.order { $0.id }.fetchAll(in: db)
      for (index, bound) in bounds.enumerated() {
        let otherIndex = Int.random(in: bounds.indices, using: &random)
        let other = bounds[otherIndex]
        let (low, high) = (min(bound, other), max(bound, other))
        func check<C: SQLExpression>(_ column: (Moment.Columns) -> C, _ property: (Moment) -> Date?) throws
        where C.Value: DateColumnValue {
          // The dates as the rows have them.
          let (stored, otherStored) = (property(rows[index]), property(rows[otherIndex]))
          func expect(
            _ name: String, _ predicate: (C) -> SQLPredicate, line: Int = #line, _ isFound: (Date) -> Bool
          ) throws {
            let found = try Moment.where { predicate(column($0)) }.order { $0.id }.fetchAll(in: db).map(\.id)
            let expected = rows.filter { property($0).map(isFound) ?? false }.map(\.id)
            let (interval, otherInterval) = (bound.timeIntervalSinceReferenceDate, other.timeIntervalSinceReferenceDate)
            #expect(found == expected, "\(C.Value.self) \(name) \(interval), \(otherInterval), seed \(seed)")
          }
          try expect("<", { $0 < bound }) { $0 < bound }
          try expect("<=", { $0 <= bound }) { $0 <= bound }
          try expect(">", { $0 > bound }) { $0 > bound }
          try expect(">=", { $0 >= bound }) { $0 >= bound }
          try expect("==", { $0 == bound }) { $0 == stored }
          try expect("!=", { $0 != bound }) { $0 != stored }
          try expect("not ==", { !($0 == bound) }) { $0 != stored }
          try expect("bound <", { bound < $0 }) { bound < $0 }
          try expect("bound <=", { bound <= $0 }) { bound <= $0 }
          try expect("bound >", { bound > $0 }) { bound > $0 }
          try expect("bound >=", { bound >= $0 }) { bound >= $0 }
          try expect("bound ==", { bound == $0 }) { $0 == stored }
          try expect("bound !=", { bound != $0 }) { $0 != stored }
          try expect("in", { $0.in([bound, other]) }) { $0 == stored || $0 == otherStored }
          try expect("notIn", { $0.notIn([bound, other]) }) { $0 != stored && $0 != otherStored }
          try expect("between", { $0.between(low, high) }) { low <= $0 && $0 <= high }
          try expect("...", { $0.in(low...high) }) { (low...high).contains($0) }
          try expect("..<", { $0.in(low..<high) }) { (low..<high).contains($0) }
          try expect("low...", { $0.in(low...) }) { (low...).contains($0) }
          try expect("...high", { $0.in(...high) }) { (...high).contains($0) }
          try expect("..<high", { $0.in(..<high) }) { (..<high).contains($0) }
          try expect("notIn range", { $0.notIn(low..<high) }) { !(low..<high).contains($0) }
          try expect("nilIf", { $0.nilIf(bound).isNil }) { $0 == stored }
          try expect("tuple <", { SQL.tuple($0, SQLOperation(1)).isLess(than: bound, 1) }) { $0 < bound }
          try expect("tuple <=", { SQL.tuple($0, SQLOperation(1)).isAtMost(bound, 1) }) { $0 <= bound }
          try expect("tuple >", { SQL.tuple($0, SQLOperation(1)).isGreater(than: bound, 0) }) { $0 >= bound }
          try expect("tuple >=", { SQL.tuple(SQLOperation(1), $0).isAtLeast(1, bound) }) { $0 >= bound }
          try expect("three", { SQL.tuple(SQLOperation(1), $0, SQLOperation(2)).isLess(than: 1, bound, 3) }) {
            $0 <= bound
          }
        }
        try check({ $0.text }, \.text)
        try check({ $0.seconds }, \.seconds)
        try check({ $0.milliseconds }, \.milliseconds)
        try check({ $0.textMilliseconds }, \.textMilliseconds)
        try check({ $0.referenceDate }, \.referenceDate)
        if abs(bound.timeIntervalSince1970) < 1e11, abs(other.timeIntervalSince1970) < 1e11 {
          try check({ $0.julianDay }, \.julianDay)
        }
        let late = try Moment.where { $0.laterSeconds.in([bound, nil]) }.fetchAll(in: db).map(\.id)
        let stored = rows[index].laterSeconds
        #expect(Set(late) == Set(rows.filter { [stored, nil].contains($0.laterSeconds) }.map(\.id)))
        let missing = try Moment.where { $0.laterSeconds != bound }.count(in: db)
        #expect(missing == rows.count { $0.laterSeconds != stored })
      }
    }
  }
}
