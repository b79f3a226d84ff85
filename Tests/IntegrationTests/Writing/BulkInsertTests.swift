import Foundation
import Postil
import PostilQuery
import PostilTestSupport
import Testing

/// Many drafts inserted together make what they make one by one, whatever notes their model has; many rows go into one statement.
@Suite("Bulk inserts of models")
struct BulkInsertTests {
  private let log = StatementLog()

  /// Every row of every table, without times, and without the tables in which words are kept: how those are laid out is SQLite's.
  private func contents(of store: SQLiteStore) throws -> [String] {
    try store.read { db in
      var tables: [String] = []
      let names = _RenderedStatement(
        sql:
          "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%fts%' AND name NOT LIKE '%search%'")
      try db.forEachRow(names) { tables.append(try $0.read()) }
      var rows: [String] = []
      for table in tables {
        var columns: [String] = []
        let names = _RenderedStatement(
          sql: "SELECT name FROM pragma_table_info(?1) WHERE name NOT LIKE '%ated_at'", bindings: [.text(table)])
        try db.forEachRow(names) { columns.append(try $0.read()) }
        let values = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ', ' || ")
        try db.forEachRow(_RenderedStatement(sql: "SELECT \(values) FROM \"\(table)\" ORDER BY 1")) {
          rows.append("\(table): \(try $0.read(String.self))")
        }
      }
      return rows
    }
  }

  /// Expects that `together` leaves what `each` leaves, and in fewer statements.
  private func expectSame<M: Model>(
    _ drafts: [M.Draft], as model: M.Type, statements: Int, before: (SQLiteWriteTransaction) throws -> Void = { _ in },
    after: (SQLiteWriteTransaction) throws -> Void = { _ in }, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let each = try temporaryStore()
    try each.write { db in
      try before(db)
      for draft in drafts { try draft.insert(in: db) }
      try after(db)
    }
    let together = try temporaryStore(tracedBy: log)
    try together.write { db in
      try before(db)
      _ = log.drain()
      let count = try M.insert(drafts, in: db)
      #expect(count == drafts.count, sourceLocation: sourceLocation)
      let inserts = log.drain().filter { $0.hasPrefix("INSERT INTO \"\(M.table.name)\"") }
      #expect(inserts.count == statements, sourceLocation: sourceLocation)
      try after(db)
    }
    let (expected, found) = try (contents(of: each), contents(of: together))
    #expect(found.count >= drafts.count && found == expected, sourceLocation: sourceLocation)
  }

  // 600 rows: 256 by themselves, 5 times 64, and 24 by themselves.
  private let statements = 256 + 5 + 24

  // The position of each is that behind the one before it, so each is a statement.
  @Test("Members of an ordered relationship with a limit are inserted in order")
  func ordered() throws {
    let drafts = (0..<600).map { Direction.Draft(text: "\($0)", recipeID: Recipe.ID(Int64($0 / 20 + 1))) }
    try expectSame(drafts, as: Direction.self, statements: drafts.count) { db in
      let recipes = (1...30).map { Recipe.Draft(name: "\($0)", ingredients: [.init(name: "salt")]) }
      try Recipe.insert(recipes, in: db)
    } after: { db in
      let texts = try Recipe.find(Recipe.ID(30), in: db).directions.fetchAll(in: db).map(\.text)
      #expect(texts == (580..<600).map(String.init))
    }
  }

  @Test("A member beyond the maximum fails in the middle of a batch, and nothing is inserted")
  func tooMany() throws {
    let store = try temporaryStore()
    try store.write { db in
      for name in 1...20 { try Recipe.Draft(name: "\(name)", ingredients: [.init(name: "salt")]).insert(in: db) }
      let drafts = (0..<400).map { (index: Int64) in
        let recipe = index == 399 ? 1 : index / 20 + 1
        return Direction.Draft(text: "\(index)", recipeID: Recipe.ID(recipe))
      }
      #expect(
        throws: ConstraintViolation.arity(relationship: "Recipe.directions", count: 21, bound: .maximum(20), owner: [])
      ) {
        try Direction.insert(drafts, in: db)
      }
      #expect(try Direction.all.count(in: db) == 0)
      #expect(try Direction.insert(drafts.dropLast(), in: db) == 399)
    }
  }

  @Test("Every inserted row is in the full-text index")
  func fullText() throws {
    let drafts = (0..<600).map {
      Article.Draft(title: "title \($0)", body: $0 % 2 == 0 ? "word\($0)" : nil, number: $0, magazineID: Magazine.ID(1))
    }
    try expectSame(drafts, as: Article.self, statements: statements) { db in
      try Magazine.Draft(name: "Oil").insert(in: db)
    } after: { db in
      for number in [0, 256, 320, 598] {
        let query = Article.where { $0.fullText.matches(words: "word\(number)") }.select { $0.number }
        let found = try query.fetchAll(in: db)
        #expect(found == [number])
      }
    }
  }

  @Test("Versions start at one, and timestamps are set")
  func filled() throws {
    let drafts = (0..<600).map { Essay.Draft(title: "\($0)") }
    try expectSame(drafts, as: Essay.self, statements: statements) { _ in
    } after: { db in
      let count = try Essay.where { $0.version == 1 && $0.createdAt == $0.updatedAt }.count(in: db)
      #expect(count == 600)
    }
  }

  @Test("Drafts that could have children, but have none, are inserted in batches")
  func withoutChildren() throws {
    let drafts = (0..<600).map { Magazine.Draft(name: "\($0)") }
    try expectSame(drafts, as: Magazine.self, statements: statements)
    var some = drafts
    some[500].articles = [.init(title: "a", number: 1), .init(title: "b", number: 2)]
    try expectSame(some, as: Magazine.self, statements: 600)
  }

  @Test(
    "A failing row in the middle of a batch is reported by its constraint, and nothing is inserted",
    arguments: [300, 599])
  func refused(_ place: Int) throws {
    let store = try temporaryStore()
    try store.write { db in
      let library = try Library(in: db)
      var drafts = (0..<600).map {
        Book.Draft(title: "\($0)", isbn: "\($0)", publishedIn: 1900, authorID: library.austen.id)
      }
      let bad: [(Book.Draft, ConstraintViolation)] = [
        (
          Book.Draft(title: "x", isbn: "978", publishedIn: 1, authorID: library.austen.id),
          .unique(table: "book", columns: ["isbn"])
        ),
        (Book.Draft(title: "", publishedIn: 1, authorID: library.austen.id), .check(name: "book_title_check")),
        (Book.Draft(title: "x", publishedIn: 1, authorID: Author.ID(99)), .foreignKey(table: "book")),
      ]
      for (draft, error) in bad {
        drafts[place] = draft
        #expect(throws: error) { try Book.insert(drafts, in: db) }
        #expect(try Book.all.count(in: db) == 2)
      }
    }
  }

  @Test("A repeated key in a batch of upserts updates the row inserted by the first")
  func upserts() throws {
    let drafts = (0..<600).map { Essay.Draft(title: "\($0 % 200)", text: "\($0)") }
    let store = try temporaryStore(tracedBy: log)
    try store.write { db in
      _ = log.drain()
      let count = try Essay.upsert(drafts, on: { $0.title }, in: db) { current, new in
        [current.text.set(current.text + "," + new.text)]
      }
      #expect(count == 600)
      #expect(log.drain().filter { $0.hasPrefix("INSERT") }.count == statements)
      let essays = try Essay.order { $0.id }.fetchAll(in: db)
      #expect(essays.map(\.text) == (0..<200).map { "\($0),\($0 + 200),\($0 + 400)" })
      #expect(essays.allSatisfy { $0.version == 3 })
      #expect(try Essay.insertUnlessPresent(drafts + [Essay.Draft(title: "new")], in: db) == 1)
      #expect(try Essay.upsert(drafts, on: { $0.title }, in: db) == 600)
      #expect(try Essay.where { $0.title == "7" }.select { ($0.text, $0.version) }.fetchOnly(in: db) == ("407", 6))
    }
  }
}
