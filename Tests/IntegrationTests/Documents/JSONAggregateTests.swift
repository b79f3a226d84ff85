import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Queries.md, "Collecting values into arrays and dictionaries": every value comes back from JSON as it was.
@Suite("Arrays and dictionaries from aggregates")
struct JSONAggregateTests {
  private let store: SQLiteStore

  init() throws { store = try temporaryStore() }

  @Test("Every type is restored as its column stores it")
  func specimens() throws {
    var random = SeededGenerator(seed: testSeed)
    try store.write { db in
      try Specimen.example.insert(in: db)
      for _ in 0..<200 { try Self.specimen(using: &random).insert(in: db) }
    }
    try store.read { db in
      try check(in: db) { $0.flag }
      try check(in: db) { $0.int8 }
      try check(in: db) { $0.uint8 }
      try check(in: db) { $0.int64 }
      try check(in: db) { $0.uint64 }
      try check(in: db) { $0.double }
      try check(in: db) { $0.float }
      try check(in: db) { $0.text }
      try check(in: db) { $0.data }
      try check(in: db) { $0.bytes }
      try check(in: db) { $0.date }
      try check(in: db) { $0.uuid }
      try check(in: db) { $0.level }
      try check(in: db) { $0.state }
      try check(in: db) { $0.price }
      try check(in: db) { $0.note }
      try check(in: db) { $0.id }
      try check(in: db) { $0.double.nilIf(0) }
      try check(in: db) { $0.data.nilIf(Data()) }
      try check(in: db) { $0.int64 > 0 }
      let notes = try Specimen.select { ($0.note.compactJSONArray(), $0.note.jsonArray()) }.fetchOnly(in: db)
      #expect(notes.0.sorted() == notes.1.compactMap { $0 }.sorted())
    }
  }

  private func check<E: SQLExpression>(
    in db: SQLiteReadTransaction, _ expression: (Specimen.Columns) -> E
  ) throws where E.Value.Plain: Hashable {
    let expected = try Specimen.all.select { expression($0) }.fetchAll(in: db)
    let found = try Specimen.all.select { expression($0).jsonArray() }.fetchOnly(in: db)
    #expect(found.counted() == expected.counted(), "\(E.Value.self), seed \(testSeed)")
    let distinct = try Specimen.all.select { expression($0).jsonArray(distinct: true) }.fetchOnly(in: db)
    #expect(
      Set(distinct) == Set(expected) && distinct.count == Set(expected).count, "\(E.Value.self), seed \(testSeed)")
  }

  private static func specimen(using random: inout SeededGenerator) -> Specimen.Draft {
    var draft = Specimen.example
    let bits = UInt64.random(in: 0...UInt64.max, using: &random)
    draft.flag = bits % 2 == 0
    draft.int8 = Int8(truncatingIfNeeded: bits)
    draft.int64 = Int64(truncatingIfNeeded: bits)
    draft.uint64 = bits
    let double = Double(bitPattern: bits)
    draft.double = double.isNaN ? Double(bits) / 7 : double
    draft.float = Float(bits % 1_000_000) / 9
    draft.text = String(String.UnicodeScalarView((0..<8).map { _ in scalar(using: &random) }))
    draft.data = Data((0..<Int(bits % 5)).map { _ in UInt8.random(in: 0...255, using: &random) })
    draft.bytes = [UInt8](draft.data.reversed())
    draft.date = Date(timeIntervalSince1970: Double(bits % 4_000_000_000_000) / 1024)
    draft.uuid = UUID()
    draft.level = bits % 3 == 0 ? .low : .high
    draft.state = bits % 5 == 0 ? .new : .done
    draft.price = Specimen.Cents(rawValue: Int64(truncatingIfNeeded: bits))
    draft.note = bits % 4 == 0 ? nil : "\(bits % 10)"
    return draft
  }

  private static func scalar(using random: inout SeededGenerator) -> Unicode.Scalar {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x2F, 0x22...0x22, 0x5C...0x5C, 0x20...0x7F, 0x80...0xD7FF, 0x1F300...0x1F6FF,
    ]
    let range = ranges.randomElement(using: &random) ?? 0x20...0x7F
    return max(Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? " ", smallestScalar)
  }

  @Test("Infinity, large integers and escaped characters are restored")
  func extremes() throws {
    try store.write { db in
      var draft = Specimen.example
      draft.double = -.infinity
      draft.int64 = .max
      draft.uint64 = .max
      draft.text = "\"quoted\" \\ back\(smallestScalar)slash\n\u{1F600}"
      try draft.insert(in: db)
      let row = try Specimen.select {
        ($0.double.jsonArray(), $0.int64.jsonArray(), $0.uint64.jsonArray(), $0.text.jsonArray())
      }.fetchOnly(in: db)
      #expect(row.0 == [-.infinity] && row.1 == [.max] && row.2 == [.max] && row.3 == [draft.text])
    }
  }

  @Test("Dates in every format, days, custom structs and packed arrays are restored")
  func storedForms() throws {
    try store.write { db in
      for day in 1...3 {
        let entered = Date(timeIntervalSince1970: 1_763_463_600 + Double(day) / 8)
        try Visit.Draft(
          day: DateComponents(year: 2026, month: 11, day: day), enteredAt: entered, leftAt: day == 2 ? nil : entered,
          sunrise: entered, ticket: UUID(), steps: [1, 2, UInt16(day)], mood: .delighted,
          wristband: day == 1 ? nil : Wristband(red: 1, green: 2, blue: UInt8(day))
        ).insert(in: db)
      }
      let visits = try Visit.order { $0.id }.fetchAll(in: db)
      let (days, entered, left, sunrises) = try Visit.select {
        ($0.day.jsonArray(), $0.enteredAt.jsonArray(), $0.leftAt.jsonArray(), $0.sunrise.jsonArray())
      }.fetchOnly(in: db)
      #expect(days.counted() == visits.map(\.day).counted())
      #expect(entered.counted() == visits.map(\.enteredAt).counted())
      #expect(left.counted() == visits.map(\.leftAt).counted())
      #expect(sunrises.counted() == visits.map(\.sunrise).counted())
      let (tickets, steps, moods, bands) = try Visit.select {
        ($0.ticket.jsonArray(), $0.steps.jsonArray(), $0.mood.jsonArray(), $0.wristband.compactJSONArray())
      }.fetchOnly(in: db)
      #expect(tickets.counted() == visits.map(\.ticket).counted())
      #expect(steps.counted() == visits.map(\.steps).counted())
      #expect(moods == [.delighted, .delighted, .delighted])
      #expect(Set(bands.map(\.blue)) == [2, 3])
      let byDay = try Visit.select { SQL.jsonObject($0.day.day, $0.ticket) }.fetchOnly(in: db)
      #expect(byDay == Dictionary(uniqueKeysWithValues: visits.map { ($0.day.day ?? 0, $0.ticket) }))
    }
  }

  @Test("Decimals, URLs and durations are restored")
  func recordings() throws {
    try store.write { db in
      let page = try #require(URL(string: "https://example.com/%C3%BC?a=b#c"))
      for text in ["0.1", "-12345678901234567890.123456789", "0", "1e20"] {
        let price = try #require(Decimal(string: text))
        try Recording.Draft(
          price: price, reducedPrice: text == "0" ? nil : price, page: page, length: .nanoseconds(123_456_789_012),
          checksums: [1, .max]
        ).insert(in: db)
      }
      let recordings = try Recording.all.fetchAll(in: db)
      let (prices, reduced, pages, lengths, checksums) = try Recording.select {
        (
          $0.price.jsonArray(distinct: true), $0.reducedPrice.jsonArray(), $0.page.jsonArray(), $0.length.jsonArray(),
          $0.checksums.jsonArray()
        )
      }.fetchOnly(in: db)
      #expect(Set(prices) == Set(recordings.map(\.price)) && prices.count == 4)
      #expect(reduced.counted() == recordings.map(\.reducedPrice).counted())
      #expect(pages == [page, page, page, page])
      #expect(lengths == recordings.map(\.length))
      #expect(checksums == recordings.map(\.checksums))
      let byPrice = try Recording.select { SQL.jsonObject($0.price, $0.length) }.fetchOnly(in: db)
      #expect(byPrice.count == 4 && byPrice[prices[0]] != nil)
    }
  }

  @Test("Groups, members and filters produce arrays and dictionaries")
  func groups() throws {
    let library = try store.write { db in try Library(in: db) }
    try store.read { db in
      let shelves = try Author.order { $0.name }
        .select { ($0.name, $0.books.jsonArray { $0.title }) }
        .fetchAll(in: db)  // [(String, [String])]
      let years = try Book.select { SQL.jsonObject($0.title, $0.publishedIn) }
        .fetchOnly(in: db)  // [String: Int16]
      let genres = try Book.group { $0.genre }
        .order { $0.genre }
        .select { ($0.genre, $0.title.jsonArray(), $0.isbn.compactJSONArray()) }
        .fetchAll(in: db)  // [(Book.Genre, [String], [String])]

      #expect(shelves.map(\.1) == [["Emma"], ["Odes"]])
      #expect(years == ["Emma": 1815, "Odes": 1819])
      #expect(genres.map(\.1) == [["Emma"], ["Odes"]])
      #expect(genres.map(\.2) == [["978"], []])
      let byID = try Book.select { SQL.jsonObject($0.id, $0.isbn) }.fetchOnly(in: db)
      #expect(byID == [library.emma.id: "978", library.odes.id: nil])
      let none = Book.where { $0.isLent }.select { ($0.title.jsonArray(), SQL.jsonObject($0.title, $0.genre)) }
      let (titles, kinds) = try none.fetchOnly(in: db)
      #expect(titles.isEmpty && kinds.isEmpty)
      let old = try Book.select { $0.title.jsonArray().filter($0.publishedIn < 1816) }.fetchOnly(in: db)
      #expect(old == ["Emma"])
      let subjects = try Book.order { $0.title }.select { book in
        SQL.scalar(Subject.where { $0.books.any { $0.id == book.id } }.order { $0.name }.select { $0.name.jsonArray() })
      }.fetchAll(in: db)
      #expect(subjects.map { $0?.sorted() } == [["love"], ["love", "nature"]])
    }
  }
}

extension Sequence where Element: Hashable {
  /// How often each element is there.
  func counted() -> [Element: Int] { reduce(into: [:]) { counts, element in counts[element, default: 0] += 1 } }
}
