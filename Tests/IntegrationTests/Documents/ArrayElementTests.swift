import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Queries.md, "Elements of arrays as rows".
@Suite("Elements of JSON arrays as rows")
struct ArrayElementTests {
  private let store: SQLiteStore

  init() throws {
    store = try temporaryStore()
    try store.write { db in
      func venue(
        _ name: String, _ labels: [String], lines: [String] = [], former: [String]? = nil, floors: Set<Int> = []
      ) throws {
        let geo = Venue.Geo(latitude: 1, longitude: 2)
        try Venue.Draft(
          name: name, address: Venue.Address(city: name, geo: geo, lines: lines),
          formerAddress: former.map { Venue.Address(city: name, geo: geo, lines: $0) }, labels: labels, floors: floors
        ).insert(in: db)
      }
      try venue("Opera", ["old", "gilt", "it's \"loud\"", "old"], lines: ["8", "rue Scribe"], floors: [-1, 0, 4])
      try venue("Cellar", [], former: ["a", "b"])
      try venue("Barn", ["old", "Emma"], former: [], floors: [0])
      _ = try Library(in: db)
    }
  }

  @Test("Elements are counted, filtered and joined as documented")
  func documented() throws {
    try store.read { db in
      let histogram = try Venue.joinEach { $0.labels.elements }
        .group { _, label in label.value }
        .order { _, label in (SQL.count().descending, label.value) }
        .select { _, label in (label.value, SQL.count()) }
        .fetchAll(in: db)  // [(String, Int)]
      let pairs = try Venue.joinEach { $0.labels.elements }
        .where { venue, label in label.value.hasPrefix("g") && venue.name != "Cellar" }
        .order { venue, label in (venue.name, label.index) }
        .fetchAll(in: db)  // [(Venue, ArrayElement<String>)]
      let rhymes = try Venue.joinEach { $0.labels.elements }
        .join(Book.self) { _, label, book in book.title == label.value }
        .select { venue, _, book in (venue, book) }
        .fetchAll(in: db)  // [(Venue, Book)]
      #expect(histogram.map(\.0) == ["old", "Emma", "gilt", "it's \"loud\""])
      #expect(histogram.map(\.1) == [3, 1, 1, 1])
      #expect(pairs.map(\.0.name) == ["Opera"] && pairs.map(\.1.value) == ["gilt"] && pairs.map(\.1.index) == [1])
      #expect(rhymes.map(\.0.name) == ["Barn"] && rhymes.map(\.1.title) == ["Emma"])
    }
    let sql = Venue.joinEach { $0.labels.elements }
      .group { _, label in label.value }
      .order { _, label in (SQL.count().descending, label.value) }
      .select { _, label in (label.value, SQL.count()) }
      .description
    #expect(try Document("Queries").says(sql), "the document lacks: \(sql)")
  }

  @Test("Sets, parts of documents and optional arrays have elements, with the type of the array")
  func types() throws {
    try store.read { db in
      let floors: [Int] = try Venue.joinEach { $0.floors.elements }
        .where { _, floor in floor.value.in(-1...0) }
        .select { _, floor in floor.value }.order { $0 }
        .fetchAll(in: db)
      #expect(floors == [-1, 0, 0])
      let lines: [(String, Int, String)] = try Venue.joinEach { $0.address.lines.elements }
        .order { _, line in line.index.descending }
        .select { venue, line in (venue.name, line.index, line.value) }
        .fetchAll(in: db)
      #expect(lines.map(\.1) == [1, 0] && lines.map(\.2) == ["rue Scribe", "8"])
      let former = try Venue.joinEach { $0.formerAddress.lines.elements }.order { _, line in line.index }.fetchAll(
        in: db)
      #expect(former.map(\.0.name) == ["Cellar", "Cellar"] && former.map(\.1.value) == ["a", "b"])
    }
  }

  @Test("Structs have their members, and are read as a whole")
  func structs() throws {
    try store.write { db in
      let notes = [
        Moment.Note(year: 1, second: 5), Moment.Note(year: 7, day: "last", writtenAt: Date(timeIntervalSince1970: 0)),
      ]
      try Moment.Draft(
        text: .now, seconds: .now, milliseconds: .now, textMilliseconds: .now, julianDay: .now, referenceDate: .now,
        day: DateComponents(year: 2026, month: 1, day: 1), notes: notes
      ).insert(in: db)
      let query = Moment.joinEach { $0.notes.elements }
      #expect(try query.order { _, note in note.index }.fetchAll(in: db).map(\.1.value) == notes)
      let years: [(Int, String)] = try query.where { _, note in note.value.writtenAt.isNotNil }
        .select { _, note in (note.value[\.year], note.value[\.day]) }.fetchAll(in: db)
      #expect(years.map(\.0) == [7] && years.map(\.1) == ["last"])
    }
  }

  @Test("Two arrays can be joined, limited rows first, and the rows have pages")
  func further() throws {
    try store.read { db in
      let both = Venue.joinEach { $0.labels.elements }.joinEach { venue, _ in venue.floors.elements }
      #expect(try both.count(in: db) == 4 * 3 + 2)
      #expect(try both.where { _, label, floor in label.index == floor.value }.count(in: db) == 2)
      let first = Venue.order { $0.name }.limit(1).joinEach { $0.labels.elements }
      #expect(try first.fetchAll(in: db).map(\.1.value).sorted() == ["Emma", "old"])
      let limited = Venue.joinEach { $0.labels.elements }.order { venue, label in (venue.name, label.index) }.limit(3)
        .where { _, label in label.value == "old" }
      #expect(try limited.fetchAll(in: db).map(\.0.name) == ["Barn", "Opera"])
      let query = Venue.joinEach { $0.labels.elements }.order { _, label in label.value }
      var (values, cursor): ([String], Cursor<(Venue, ArrayElement<String>)>?) = ([], nil)
      repeat {
        let page = try query.page(after: cursor, size: 2).fetch(in: db)
        values += page.rows.map { "\($0.0.name) \($0.1.value) \($0.1.index)" }
        cursor = page.next
      } while cursor != nil
      #expect(
        values == [
          "Barn Emma 1", "Opera gilt 1", "Opera it's \"loud\" 2", "Opera old 0", "Opera old 3", "Barn old 0",
        ])
    }
  }

  @Test("A value that can differ within a group is rejected, also if the rows are grouped by the position")
  func groups() throws {
    try store.read { db in
      let query = Venue.joinEach { $0.labels.elements }.group { _, label in label.index }
      #expect(throws: QueryError.columnNotGrouped(table: "json_each", column: "value")) {
        try query.select { _, label in (label.index, label.value) }.fetchAll(in: db)
      }
      let counts = try query.order { _, label in label.index }.select { _, label in (label.index, SQL.count()) }
        .fetchAll(in: db)
      #expect(counts.map(\.1) == [2, 2, 1, 1])
    }
  }

  @Test("A query of elements is repeated when the array changes")
  func observed() async throws {
    let query = Venue.joinEach { $0.labels.elements }.group { _, label in label.value }
      .order { _, label in label.value }
      .select { _, _ in SQL.count() }
    var values = store.observe(query).makeAsyncIterator()
    #expect(try await values.next() == [1, 1, 1, 3])
    try await store.write { db in try Venue.where { $0.name == "Cellar" }.update(in: db) { [$0.labels.set(["old"])] } }
    #expect(try await values.next() == [1, 1, 1, 4])
  }
}
