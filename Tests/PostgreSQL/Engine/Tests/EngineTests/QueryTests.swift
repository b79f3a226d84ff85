import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  @Suite("Queries")
  struct Queries {
    private static let rows: [Article.Draft] = [
      Article.Draft(
        title: "Oil the door", body: "The front gate squeaks, and the door too. Crème brûlée.",
        price: Decimal(string: "0.1") ?? 0, labels: ["old", "it's \"loud\""],
        source: Article.Source(city: "Oslo", year: 1815)),
      Article.Draft(title: "Lamp", price: 10, labels: ["old"], source: Article.Source(city: "Bergen", isKnown: false)),
      Article.Draft(
        title: "Key of the front", body: "gate of the oil lamp", price: Decimal(string: "-2.25") ?? 0,
        source: Article.Source(city: "a [b]", year: 7)),
    ]

    private func store() async throws -> PostgreSQLStore {
      let store = try await Server.emptyStore()
      try await store.write { db in _ = try Article.insert(Self.rows, in: db) }
      return store
    }

    @Test("Paths into JSON are compared, sorted by and selected, with their own types")
    func paths() async throws {
      try await store().read { db throws in
        #expect(try Article.where { $0.source.city == "Oslo" }.count(in: db) == 1)
        #expect(try Article.where { $0.source.year > 100 }.count(in: db) == 1)
        #expect(try Article.where { $0.source.year.isNil && !$0.source.isKnown }.count(in: db) == 1)
        #expect(try Article.where { $0.labels.contains("old") }.count(in: db) == 2)
        #expect(try Article.where { $0.labels.any { $0.hasPrefix("it's") } }.count(in: db) == 1)
        #expect(try Article.where { $0.labels[0] == "old" && $0.labels.count == 1 }.count(in: db) == 1)
        #expect(try Article.where { $0.source.city.in(["Oslo", "Bergen"]) }.count(in: db) == 2)
        let cities = try Article.order { $0.source.city }.select { ($0.source.city, $0.source.year, $0.source.isKnown) }
          .fetchAll(in: db)
        #expect(cities.map(\.0) == ["Bergen", "Oslo", "a [b]"])
        #expect(cities.map(\.1) == [nil, 1815, 7])
        #expect(cities.map(\.2) == [false, true, true])
        let years = try Article.select { $0.source.year.max() }.fetchOnly(in: db)
        #expect(years == 1815)
      }
    }

    @Test("Elements of arrays are rows, and rows are collected in arrays and objects")
    func elements() async throws {
      try await store().read { db throws in
        let labels = try Article.joinEach { $0.labels.elements }.group { _, label in label.value }
          .order { _, label in label.value }.select { _, label in (label.value, SQL.count()) }.fetchAll(in: db)
        #expect(labels.map(\.0) == ["it's \"loud\"", "old"])
        #expect(labels.map(\.1) == [1, 2])
        let titles = try Article.select { $0.title.jsonArray() }.fetchOnly(in: db)
        #expect(Set(titles) == ["Oil the door", "Lamp", "Key of the front"])
        let prices = try Article.select { SQL.jsonObject($0.title, $0.price) }.fetchOnly(in: db)
        #expect(prices["Lamp"] == 10 && prices["Oil the door"] == Decimal(string: "0.1"))
      }
    }

    @Test("Decimal numbers are computed exactly, and divided to 38 digits")
    func decimals() async throws {
      try await store().read { db throws in
        let sums = try Article.select { ($0.price.sum(), $0.price.average(), ($0.price * 3).max()) }.fetchOnly(in: db)
        #expect(sums.0 == Decimal(string: "7.85"))
        #expect(sums.1 == Decimal(string: "2.6166666666666666666666666666666666667"))
        #expect(sums.2 == 30)
        #expect(try Article.where { $0.price + 1 > 1 && $0.price < 1 }.count(in: db) == 1)
        let third = try Article.where { $0.title == "Lamp" }.select { $0.price / 3 }.fetchOnly(in: db)
        #expect(third == Decimal(string: "3.3333333333333333333333333333333333333"))
      }
    }

    @Test("Patterns are matched as by SQLite")
    func patterns() async throws {
      try await store().read { db throws in
        #expect(try Article.where { $0.title.glob("[A-L]?[^x]*") }.count(in: db) == 2)
        #expect(try Article.where { $0.title.glob("*.*") || $0.title.glob("[a") }.count(in: db) == 0)
        #expect(try Article.where { $0.source.city.glob("a [[]b]") }.count(in: db) == 1)
        #expect(try Article.where { $0.title.like("%DOOR") && $0.title.hasSuffix("door") }.count(in: db) == 1)
        #expect(try Article.where { $0.title.containsIgnoringCase("%") }.count(in: db) == 0)
      }
    }

    @Test("Words, prefixes, phrases and columns are searched, and no text of a user is an operator")
    func search() async throws {
      try await store().read { db throws in
        func titles(_ condition: (Article.Columns) -> SQLPredicate) throws -> [String] {
          try Article.where(condition).order { $0.title }.select { $0.title }.fetchAll(in: db)
        }
        #expect(try titles { $0.fullText.matches(words: "OIL door") } == ["Oil the door"])
        #expect(try titles { $0.fullText.matches(words: "oil") } == ["Key of the front", "Oil the door"])
        #expect(try titles { $0.fullText.matches(words: "oil", in: .body) } == ["Key of the front"])
        #expect(try titles { $0.fullText.matches(prefix: "the fro") } == ["Key of the front", "Oil the door"])
        // A phrase doesn't continue in the next column.
        #expect(try titles { $0.fullText.matches(phrase: "front gate") } == ["Oil the door"])
        #expect(try titles { $0.fullText.matches(words: "brulee") } == ["Oil the door"])
        #expect(try titles { $0.fullText.matches("lamp NOT oil") } == ["Lamp"])
        #expect(try titles { !$0.fullText.matches(words: "lamp") } == ["Oil the door"])
        for text in ["' | 'a", "!oil", "oil & !door", ":*", "\\", "oil')--", "a:b <-> (", "\0", ""] {
          #expect(try Article.where { $0.fullText.matches(words: text) }.count(in: db) <= 2)
        }
        #expect(throws: StatementNotTranslated.self) { try titles { $0.fullText.matches("NEAR(oil door)") } }
      }
    }

    @Test("Random numbers are different in each row, with 64 bits, and shuffle rows")
    func randomNumbers() async throws {
      let store = try await Server.emptyStore()
      try await store.write { db in try Tag.insert((0..<200).map { Tag.Draft(name: "\($0)") }, in: db) }
      try await store.read { db throws in
        let numbers = try Tag.select { _ in SQL.random() }.fetchAll(in: db)
        #expect(Set(numbers).count == 200)
        #expect(numbers.contains { $0 < 0 } && numbers.contains { $0 > 0 })
        #expect(Set(numbers.map { $0 & 0xFF }).count > 50 && Set(numbers.map { $0 >> 56 }).count > 50)
        let shuffled = try Tag.order { _ in SQL.random() }.fetchAll(in: db)
        #expect(shuffled.map(\.id) != shuffled.map(\.id).sorted { $0.rawValue < $1.rawValue })
        #expect(Set(shuffled).count == 200)
      }
    }

    @Test("Matches are ranked and shown")
    func shownMatches() async throws {
      try await store().read { db throws in
        let found = try Article.where { $0.fullText.matches(words: "gate") }.order { ($0.fullText.rank, $0.id) }
          .select { ($0.fullText.highlight(.body, "<b>", "</b>"), $0.fullText.snippet("[", "]", words: 3)) }
          .fetchAll(in: db)
        #expect(found.map(\.0).contains("<b>gate</b> of the oil lamp"))
        #expect(found.map(\.1).allSatisfy { $0.contains("[gate]") })
        let weighted = try Article.where { $0.fullText.matches(words: "oil") }
          .order { $0.fullText.rank(weights: [.title: 10]) }.select { $0.title }.fetchAll(in: db)
        #expect(weighted == ["Oil the door", "Key of the front"])
      }
      try await store().write { db in try Article.fullText.rebuild(in: db) }
    }
  }
}
