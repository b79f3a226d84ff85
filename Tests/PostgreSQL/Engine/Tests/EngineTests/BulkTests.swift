import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  @Suite("Many rows")
  struct Bulk {
    private static func entry(_ number: Int, project: Project.ID? = nil) -> Entry.Draft {
      Entry.Draft(
        text: "entry \(number) é\"\\\t", code: number, level: Int16(number % 100), ratio: Double(number) / 3,
        half: Float(number) / 4, isDone: number % 2 == 0, at: Date(timeIntervalSince1970: Double(number) * 1000.25),
        day: number % 3 == 0 ? nil : DateComponents(year: 2026, month: 1 + number % 12, day: 1 + number % 28),
        key: UUID(uuidString: "E621E1F8-C36C-495A-93FC-\(String(100_000_000_000 + number))") ?? UUID(),
        price: number % 5 == 0 ? nil : Decimal(string: "\(number).\(number % 100)5") ?? 0,
        data: Data("\(number)".utf8), moods: number % 2 == 0 ? [] : [.wild, .calm], big: .max - UInt64(number),
        projectID: project)
    }

    @Test("A sum of Floats is added with the precision of a Double")
    func sums() async throws {
      let store = try await Server.emptyStore()
      let drafts = (0..<100_000).map { number in
        var draft = Self.entry(number)
        draft.half = 0.1
        return draft
      }
      try await store.write { db in _ = try Entry.insert(drafts, in: db) }
      let sums = try await store.read { db in
        try Entry.all.select { ($0.half.sum(), $0.half.total(), $0.half.average(), $0.half.sum(distinct: true)) }
          .fetchOnly(in: db)
      }
      let tenth = Double(Float(0.1))
      for (sum, expected) in [(sums.0, 100_000 * tenth), (sums.1, 100_000 * tenth), (sums.2, tenth), (sums.3, tenth)] {
        #expect(abs((sum ?? 0) - expected) < expected * 1e-9)
      }
    }

    @Test("Few and many drafts are inserted with the same values", arguments: [1, 5, 200, 256, 257, 3000])
    func insert(count: Int) async throws {
      let store = try await Server.emptyStore()
      let drafts = (0..<count).map { Self.entry($0) }
      try await store.write { db throws in
        #expect(try Entry.insert(drafts, in: db) == count)
        // A sequence whose length isn't known.
        #expect(
          try Entry.insert(drafts.lazy.filter { _ in true }.map { Self.entry($0.code + 100_000) }, in: db) == count)
      }
      let rows = try await store.read { db in try Entry.order { $0.code }.fetchAll(in: db) }
      #expect(rows.count == count * 2)
      for (row, draft) in zip(rows, drafts) {
        #expect(row == Entry(draft: draft, id: row.id))
      }
    }

    @Test("Inserted drafts are returned as rows with their keys, in order", arguments: [1, 3, 200, 1500])
    func returning(count: Int) async throws {
      let store = try await Server.emptyStore()
      try await store.write { db throws in
        _ = try Self.entry(999_999).insert(in: db)
        let rows = try Entry.insert(returning: (0..<count).map { Self.entry($0) }, in: db)
        #expect(rows.map(\.code) == Array(0..<count))
        #expect(try Entry.where { $0.code < 999_999 }.order { $0.code }.fetchAll(in: db) == rows)
        // The next key is a new one.
        #expect(try Self.entry(count).insert(in: db).id.rawValue > rows[count - 1].id.rawValue)
      }
    }

    @Test("A row that violates a constraint throws it, and none of the rows is inserted", arguments: [10, 1000])
    func violations(count: Int) async throws {
      let store = try await Server.emptyStore()
      try await store.write { db throws in
        var drafts = (0..<count).map { Self.entry($0) }
        drafts[count - 2].code = 0
        let repeated = drafts
        #expect(throws: ConstraintViolation.unique(table: "entry", columns: ["code"])) {
          try Entry.insert(repeated, in: db)
        }
        #expect(throws: ConstraintViolation.unique(table: "entry", columns: ["code"])) {
          try Entry.insert(returning: repeated, in: db)
        }
        drafts[count - 2].code = -1
        drafts[1].text = String(repeating: "x", count: 100)
        let long = drafts
        #expect(throws: ConstraintViolation.check(name: "entry_text_check")) { try Entry.insert(long, in: db) }
        drafts[1].text = "a"
        drafts[1].projectID = Project.ID(99)
        let orphan = drafts
        #expect(throws: ConstraintViolation.foreignKey(table: "entry")) { try Entry.insert(orphan, in: db) }
        drafts[1].projectID = nil
        drafts[1].text = "a\u{0}b"
        let nul = drafts
        #expect(throws: ColumnEncodingError.self) { try Entry.insert(nul, in: db) }
        #expect(try Entry.all.count(in: db) == 0)
        // The transaction goes on.
        drafts[1].text = "a"
        #expect(try Entry.insert(drafts, in: db) == count)
      }
      #expect(try await store.read { db in try Entry.all.count(in: db) } == count)
    }

    @Test("The server reports a value that doesn't fit into its column, as for a single row")
    func outOfRange() async throws {
      struct Undo: Error {}
      let store = try await Server.emptyStore()
      await #expect(throws: Undo.self) {
        try await store.write { db in
          try RawSQL("ALTER TABLE entry ALTER COLUMN code TYPE integer").execute(in: db)
          var drafts = (0..<1000).map { Self.entry($0) }
          drafts[700].code = 1 << 40
          let wide = drafts
          let inserted = #expect(throws: PostgreSQLError.self) { try Entry.insert(wide, in: db) }
          let returned = #expect(throws: PostgreSQLError.self) { try Entry.insert(returning: wide, in: db) }
          #expect(inserted?.code == "22003")
          #expect(returned?.code == "22003")
          drafts[700].code = 5000
          #expect(try Entry.insert(drafts, in: db) == 1000)
          #expect(try Entry.select { $0.code.sum() }.fetchOnly(in: db) == 499_500 - 700 + 5000)
          throw Undo()
        }
      }
    }

    @Test("Statements can run while rows are inserted, and see those before")
    func interleaved() async throws {
      let store = try await Server.emptyStore()
      try await store.write { db throws in
        var seen: [Int] = []
        let drafts = (0..<600).lazy.map { number in
          if number % 150 == 0 { seen.append((try? Entry.all.count(in: db)) ?? -1) }
          return Self.entry(number)
        }
        // The count is known, so the rows are copied from the second one on.
        #expect(try Entry.insert(drafts, in: db) == 600)
        #expect(seen == [0, 150, 300, 450])
      }
    }

    @Test("Drafts with members are inserted with their keys")
    func graphs() async throws {
      let store = try await Server.emptyStore()
      try await store.write { db throws in
        let home = try Project.Draft(name: "Home").insert(in: db)
        let tags = try Tag.insert(returning: (0..<5).map { Tag.Draft(name: "\($0)") }, in: db)
        let drafts = (0..<400).map { number in
          Item.Draft(title: "item \(number)", projectID: home.id, tags: [.id(tags[number % 5].id)])
        }
        let items = try Item.insert(returning: drafts, in: db)
        #expect(items.map(\.title) == drafts.map(\.title))
        let loaded = try Item.order { $0.id }.with { $0.tags }.fetchAll(in: db)
        #expect(loaded.map(\.0) == items)
        #expect(loaded.enumerated().allSatisfy { $1.1 == [tags[$0 % 5]] })
        #expect(
          try Item.insert(
            drafts.prefix(100).map { draft in
              var draft = draft
              draft.tags = []
              return draft
            }, in: db) == 100)
      }
    }

    @Test("Many drafts are inserted or updated")
    func upsert() async throws {
      let store = try await Server.emptyStore()
      try await store.write { db throws in
        let tags = (0..<300).map { Tag.Draft(name: "\($0 % 200)") }
        #expect(try Tag.upsert(tags, on: { $0.name }, in: db) == 300)
        #expect(try Tag.insertUnlessPresent((0..<250).map { Tag.Draft(name: "\($0)") }, on: { $0.name }, in: db) == 50)
        #expect(try Tag.all.count(in: db) == 250)
      }
    }

    @Test("A statement whose values have other kinds than before runs with them")
    func kinds() async throws {
      let store = try await Server.emptyStore()
      try await store.write { db throws in
        var drafts = (0..<10).map { Self.entry($0) }
        for index in drafts.indices where index % 2 == 0 { (drafts[index].day, drafts[index].price) = (nil, nil) }
        #expect(try Entry.insert(drafts, in: db) == 10)
        for value: Int? in [nil, 3, nil, 4] {
          let rows = try Entry.where { value == nil ? SQLPredicate(true) : $0.code == value }.count(in: db)
          #expect(rows == (value == nil ? 10 : 1))
        }
      }
    }
  }
}
