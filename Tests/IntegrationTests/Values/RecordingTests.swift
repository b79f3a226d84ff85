import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Language.md, "Types": decimal numbers, URLs, durations and packed arrays, through generated code.
@Suite("Decimal numbers, URLs, durations and packed arrays")
struct RecordingTests {
  private let store: SQLiteStore

  init() throws { store = try .inMemory(schema: DocumentsSchema.self) }

  private static let largest = Decimal(string: "340282366920938463463374607431768211455") ?? 0
  private static let smallest = Decimal(sign: .plus, exponent: -128, significand: 1)

  private static func draft(
    price: Decimal = 1, reducedPrice: Decimal? = nil, length: Duration = .seconds(1), checksums: [UInt64] = []
  ) throws -> Recording.Draft {
    Recording.Draft(
      price: price, reducedPrice: reducedPrice, page: try #require(URL(string: "https://example.com/%C3%BC?a=b#c")),
      length: length, checksums: checksums)
  }

  @Test("Values are restored, including extremes and nil")
  func roundTrip() throws {
    let preview = try #require(URL(string: "data:text/plain;base64,QQ=="))
    try store.write { db in
      for price in [Self.largest, -Self.largest, Self.smallest, -Self.smallest, 0, Decimal(string: "0.1") ?? 0] {
        for length in [Duration.nanoseconds(Int64.max), .nanoseconds(Int64.min), .zero, .nanoseconds(1)] {
          var draft = try Self.draft(price: price, length: length, checksums: [0, 1, 1 << 63, .max])
          let bare = try draft.insert(in: db)
          #expect(try Recording.find(bare.id, in: db) == bare)
          #expect(bare.reducedPrice == nil && bare.preview == nil && bare.pause == nil)
          (draft.reducedPrice, draft.preview, draft.pause) = (price, preview, length)
          let full = try draft.insert(in: db)
          let found = try Recording.find(full.id, in: db)
          #expect(found == full)
          #expect(found.price == price && found.reducedPrice == price)
          #expect(found.length == length && found.pause == length)
          #expect(found.preview == preview && found.checksums == [0, 1, 1 << 63, .max])
        }
      }
    }
  }

  @Test("Columns store values as in the table of types")
  func storedForms() throws {
    try store.write { db in
      let price = try #require(Decimal(string: "12.50"))
      try Self.draft(price: price, length: .milliseconds(1500), checksums: [1]).insert(in: db)
      let columns = "quote(price), quote(reduced_price), quote(page), quote(length), quote(checksums)"
      let texts = try db.fetchFirst(_RenderedStatement(sql: "SELECT \(columns) FROM recording")) { row in
        try (0..<5).map { _ in try row.readString() }
      }
      #expect(
        texts == [
          "'12.5'", "NULL", "'https://example.com/%C3%BC?a=b#c'", "1500000000", "X'0100000000000000'",
        ])
    }
  }

  @Test("Values compare and sort correctly")
  func order() throws {
    try store.write { db in
      for (index, price) in ([10, 9, -1, 0.5, 100] as [Decimal]).enumerated() {
        try Self.draft(price: price, length: .milliseconds(index), checksums: Array(repeating: 7, count: index))
          .insert(in: db)
      }
      #expect(try Recording.order { $0.price }.fetchAll(in: db).map(\.price) == [-1, 0.5, 9, 10, 100])
      #expect(try Recording.where { $0.price > 9 }.count(in: db) == 2)
      #expect(try Recording.where { $0.price == 0.5 }.count(in: db) == 1)
      #expect(try Recording.where { $0.length >= .milliseconds(3) }.count(in: db) == 2)
      #expect(try Recording.where { $0.checksums.count > 2 }.count(in: db) == 2)
      #expect(try Recording.where { $0.checksums.isEmpty }.count(in: db) == 1)
      let page = try #require(URL(string: "https://example.com/%C3%BC?a=b#c"))
      #expect(try Recording.where { $0.page == page && $0.preview == nil }.count(in: db) == 5)
    }
  }

  @Test("Other programs can read and change decimal numbers, and compare them with the collation")
  func otherPrograms() throws {
    let file = try TemporaryFile()
    let store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
    try store.write { db in
      for price in [10, 9] as [Decimal] { try Self.draft(price: price).insert(in: db) }
    }
    #expect(try file.rows("SELECT price FROM recording ORDER BY price + 0") == [["9"], ["10"]])
    let browser = try RawDatabase(path: file.path)
    try browser.execute("UPDATE recording SET price = '11' WHERE id = 1")
    for sql in [
      "SELECT price FROM recording ORDER BY price", "SELECT price FROM recording WHERE price = '9'",
      "CREATE INDEX i ON recording (price)",
    ] {
      let failure = try #require(throws: RawDatabase.Failure.self) { try browser.rows(sql) }
      #expect(failure.description.hasPrefix("no such collation sequence: decimal"))
    }
    let shell = try RawDatabase(path: file.path, decimals: true)
    #expect(try shell.rows("SELECT price FROM recording ORDER BY price") == [["9"], ["11"]])
    try shell.execute("CREATE INDEX recording_price_idx ON recording (price)")
    #expect(try shell.rows("PRAGMA integrity_check") == [["ok"]])
    for sql in ["PRAGMA integrity_check", "DELETE FROM recording WHERE id = 1"] {
      #expect(throws: RawDatabase.Failure.self) { try browser.execute(sql) }
    }
  }

  @Test("Values out of range are refused, and nothing is stored")
  func refusals() throws {
    for draft in [
      try Self.draft(price: .nan), try Self.draft(reducedPrice: .nan), try Self.draft(length: .seconds(1 << 40)),
    ] {
      #expect(throws: ColumnEncodingError.self) { try store.write { db in _ = try draft.insert(in: db) } }
    }
    #expect(try store.read { db in try Recording.all.count(in: db) } == 0)
  }
}
