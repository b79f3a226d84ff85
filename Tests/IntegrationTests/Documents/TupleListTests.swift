import Foundation
import Postil
import Testing

/// Docs/Queries.md, lists of tuples: a query finds what Swift finds, for values of every kind and lists of every length.
@Suite("Lists of tuples")
struct TupleListTests {
  private let store: SQLiteStore
  private let start = Date(timeIntervalSince1970: 1_769_854_830)

  init() throws {
    store = try temporaryStore()
    let (store, start) = (store, start)
    try store.write { db in
      for number in 0..<6 {
        let date = start.addingTimeInterval(Double(number))
        try Moment.Draft(
          text: date, seconds: date, milliseconds: date, textMilliseconds: date, julianDay: date, referenceDate: date,
          day: DateComponents(year: 2026, month: 1, day: 1 + number), laterText: number % 2 == 0 ? nil : date,
          laterSeconds: number < 3 ? nil : date, span: number
        ).insert(in: db)
      }
      let library = try Library(in: db)
      try Loan.Draft(bookID: library.emma.id, lentAt: start, readerID: library.ann.id).insert(in: db)
    }
  }

  /// The spans of the moments that the condition is true for, and of those it is false for.
  private func found(_ condition: (Moment.Columns) -> SQLPredicate) throws -> [[Int]] {
    try store.read { db in
      let found = try Moment.where { condition($0) }.order { $0.span }.fetchAll(in: db)
      let others = try Moment.where { !condition($0) }.order { $0.span }.fetchAll(in: db)
      return [found.map(\.span), others.map(\.span)]
    }
  }

  @Test("A list of any length contains the tuples with the same dates, days and numbers", arguments: [0, 20])
  func lists(filler: Int) throws {
    let others = (0..<filler).map { start.addingTimeInterval(1000 + Double($0)) }
    let date = start.addingTimeInterval(2)
    #expect(
      try found { SQL.tuple($0.text, $0.span).in(others.map { ($0, 1) } + [(date, 2), (date, 3)]) } == [
        [2], [0, 1, 3, 4, 5],
      ])
    #expect(
      try found { SQL.tuple($0.seconds, $0.span).in(others.map { ($0, 1) } + [(date, 2)]) } == [[2], [0, 1, 3, 4, 5]])
    #expect(
      try found { SQL.tuple($0.julianDay, $0.span).in(others.map { ($0, 1) } + [(date, 2)]) } == [
        [2], [0, 1, 3, 4, 5],
      ])
    let days = others.indices.map { (DateComponents(year: 1900 + $0, month: 1, day: 1), 7) }
    let day = DateComponents(year: 2026, month: 1, day: 6)
    #expect(try found { SQL.tuple($0.day, $0.span).in(days + [(day, 5)]) } == [[5], [0, 1, 2, 3, 4]])
    let three = others.map { ($0, $0, 1) } + [(date, date, 2)]
    #expect(try found { SQL.tuple($0.text, $0.milliseconds, $0.span).in(three) } == [[2], [0, 1, 3, 4, 5]])
  }

  @Test("nil is equal to nil in a list, and a tuple that isn't in the list is in its negation", arguments: [0, 20])
  func missing(filler: Int) throws {
    let others = (0..<filler).map { (Optional(start.addingTimeInterval(1000 + Double($0))), 1) }
    let date = start.addingTimeInterval(3)
    #expect(
      try found { SQL.tuple($0.laterText, $0.span).in(others + [(date, 3), (date, 4)]) } == [[3], [0, 1, 2, 4, 5]])
    #expect(
      try found { SQL.tuple($0.laterText, $0.span).in(others + [(date, 3), (nil, 4)]) } == [[3, 4], [0, 1, 2, 5]])
    #expect(
      try found { SQL.tuple($0.laterText, $0.laterSeconds).in([(nil, nil), (date, date)]) } == [[0, 2, 3], [1, 4, 5]])
    let pairs: [(Date?, Date?)] = others.map { ($0.0, $0.0) } + [(nil, nil), (nil, start.addingTimeInterval(4))]
    #expect(try found { SQL.tuple($0.laterText, $0.laterSeconds).in(pairs) } == [[0, 2, 4], [1, 3, 5]])
    #expect(try found { SQL.tuple($0.laterText, $0.span).notIn(others + [(date, 3)]) } == [[0, 1, 2, 4, 5], [3]])
  }

  @Test("Tuples of texts, truth values and UUIDs are in a list", arguments: [0, 20])
  func kinds(filler: Int) throws {
    try store.read { db in
      var titles: [(String, Bool, Book.Genre)] = (0..<filler).map { ("\($0)", false, .essay) }
      titles += [("Emma", false, .novel), ("Odes", true, .poetry)]
      let list = titles
      let books = try Book.where { SQL.tuple($0.title, $0.isLent, $0.genre).in(list) }.fetchAll(in: db)
      #expect(books.map(\.title) == ["Emma"])
      let loan = try #require(try Loan.all.fetchOne(in: db))
      let readers: [(UUID, Date)] = (0..<filler).map { _ in (UUID(), start) } + [(loan.readerID, start)]
      #expect(try Loan.where { SQL.tuple($0.readerID, $0.lentAt).in(readers) }.count(in: db) == 1)
      #expect(try Loan.where { SQL.tuple($0.readerID, $0.lentAt).notIn(readers) }.count(in: db) == 0)
    }
  }
}
