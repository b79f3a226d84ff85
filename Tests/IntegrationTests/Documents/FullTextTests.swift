import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Modeling.md and Docs/Queries.md on full-text search: what they say of it is so.
@Suite("The documents on full-text search")
struct FullTextTests {
  private let store: SQLiteStore
  private let newsstand: Newsstand

  init() throws {
    store = try temporaryStore()
    newsstand = try store.write { db in try Newsstand(in: db) }
  }

  private func numbers<P: SQLExpression<Bool>>(_ condition: (Article.Columns) -> P) throws -> [Int] {
    try Newsstand.numbers(in: store, condition)
  }

  // MARK: - Conditions

  @Test("Words, prefixes, phrases and expressions are found, in all columns or in some")
  func conditions() throws {
    #expect(try numbers { $0.fullText.matches(words: "oil door") } == [1, 2])
    #expect(try numbers { $0.fullText.matches(words: "OIL") } == [1, 2, 4])
    #expect(try numbers { $0.fullText.matches(words: "oil", in: .title) } == [1])
    #expect(try numbers { $0.fullText.matches(words: "the oil", in: .title, .body) } == [1, 2])
    #expect(try numbers { $0.fullText.matches(prefix: "oil do") } == [1, 2])
    #expect(try numbers { $0.fullText.matches(prefix: "spr", in: .body) } == [3])
    #expect(try numbers { $0.fullText.matches(phrase: "the door") } == [1, 2])
    #expect(try numbers { $0.fullText.matches(phrase: "door the") } == [])
    #expect(try numbers { $0.fullText.matches("oil AND (door OR lamps) NOT creak") } == [1, 4])
    #expect(try numbers { $0.fullText.matches("title : oil") } == [1])
    #expect(try numbers { $0.fullText.matches("oil OR spring", in: .body) } == [2, 3, 4])
  }

  @Test(
    "Any text typed by a user is a valid search",
    arguments: [
      "", " ", "\"", "oil\"", "AND", "oil AND", "NOT", "title:", "title : oil", "*", "oil*", "(", ")", "{title} : x",
      "^oil",
      "-", "oil\u{0}door", "\u{0}", "💡", "'; DROP TABLE article; --", "oil NEAR door", "a\nb\tc", "\"\"", "oil \" door",
    ])
  func anyText(_ text: String) throws {
    for columns in [[], [Article.FullTextColumn.title]] {
      if columns.isEmpty {
        _ = try numbers { $0.fullText.matches(words: text) }
        _ = try numbers { $0.fullText.matches(prefix: text) }
        _ = try numbers { $0.fullText.matches(phrase: text) }
      } else {
        _ = try numbers { $0.fullText.matches(words: text, in: .title) }
        _ = try numbers { $0.fullText.matches(prefix: text, in: .title) }
        _ = try numbers { $0.fullText.matches(phrase: text, in: .title) }
      }
    }
    if text.allSatisfy({ $0.isWhitespace }) { #expect(try numbers { $0.fullText.matches(words: text) } == []) }
  }

  @Test("A quote with a combining mark is a quote, so that no operator is in a text typed by a user")
  func noOperators() throws {
    // As an expression of FTS5, each of these would exclude article 2 or find article 3.
    for text in ["oil\"\u{301} NOT \"\u{301}gate", "roses\"\u{301} OR \"\u{301}oil", "\"\u{301}oil\" OR \"roses"] {
      #expect(try numbers { $0.fullText.matches(words: text) } == [])
      #expect(try numbers { $0.fullText.matches(prefix: text) } == [])
      #expect(try numbers { $0.fullText.matches(phrase: text) } == [])
    }
    #expect(try numbers { $0.fullText.matches(words: "oil \"\u{301} gate") } == [2])
  }

  @Test("A match can be anywhere in a condition, in paths, in questions about members, and in writes")
  func places() throws {
    #expect(try numbers { $0.fullText.matches(words: "oil") && $0.fullText.matches(words: "door") } == [1, 2])
    #expect(try numbers { $0.fullText.matches(words: "roses") || $0.number == 4 } == [3, 4])
    #expect(try numbers { !$0.fullText.matches(words: "oil") } == [3])
    try store.read { db in
      let names = try Magazine.where { $0.articles.any { $0.fullText.matches(words: "door") && !$0.isDraft } }
        .order { $0.name }.select { $0.name }.fetchAll(in: db)
      #expect(names == ["The Garden", "Tools"])
      let counts = try Magazine.order { $0.name }
        .select { $0.articles.count { $0.fullText.matches(words: "door") } }.fetchAll(in: db)
      #expect(counts == [1, 1])
      let all = try Magazine.where { $0.articles.all { $0.fullText.matches(words: "oil") } }.fetchAll(in: db)
      #expect(all == [newsstand.tools])
      let flags = try Article.order { $0.number }.select { $0.fullText.matches(words: "door") }.fetchAll(in: db)
      #expect(flags == [true, true, false, false])
      #expect(try newsstand.garden.articles.where { $0.fullText.matches(words: "oil") }.count(in: db) == 1)
      #expect(try Article.where { $0.fullText.matches(words: "oil") }.exists(in: db))
    }
    try store.write { db in
      let doors = Article.where { $0.fullText.matches(words: "door") }
      let updated = try doors.update(in: db) { [$0.isDraft.set(true)] }
      #expect(updated == 2)
      #expect(try doors.order { $0.fullText.rank }.limit(1).delete(in: db) == 1)
      #expect(try doors.count(in: db) == 1)
      #expect(try doors.delete(in: db) == 1)
      #expect(try Article.all.count(in: db) == 2)
    }
  }

  @Test("An optional path without a row matches nothing")
  func optionalPath() throws {
    let query = Clipping.where { $0.article.fullText.matches(words: "door") }
    try store.write { db in
      let article = try #require(try Article.where { $0.number == 1 }.fetchOne(in: db))
      let found = try Clipping.Draft(articleID: article.id).insert(in: db)
      try Clipping.Draft(articleID: nil).insert(in: db)
      #expect(try query.fetchAll(in: db) == [found])
      // So its negation is true.
      #expect(try Clipping.where { !$0.article.fullText.matches(words: "roses") }.count(in: db) == 2)
      #expect(try Clipping.where { !$0.article.fullText.matches(words: "door") }.count(in: db) == 1)
    }
  }

  // MARK: - What a match is like

  @Test("Ranks, highlights and snippets are as documented")
  func results() throws {
    let input = "oil door"
    try store.read { db in
      let found = try Article.where { $0.fullText.matches(words: input) }
        .order { ($0.fullText.rank, $0.number) }
        .select {
          ($0.title, $0.fullText.highlight(.title, "<b>", "</b>"), $0.fullText.snippet(.body, "[", "]", words: 4))
        }
        .fetchAll(in: db)
      #expect(Set(found.map(\.0)) == ["Oil the door", "A gate"])
      let door = try #require(found.first { $0.0 == "Oil the door" })
      #expect(door.1 == "<b>Oil</b> the <b>door</b>")
      #expect(door.2 == "")
      let gate = try #require(found.first { $0.0 == "A gate" })
      #expect(gate.1 == "A gate")
      #expect(gate.2.contains("[Öil]") || gate.2.contains("[Oil]"))

      let oil = Article.where { $0.fullText.matches(words: "oil") }
      let byTitle = try oil.order { $0.fullText.rank(weights: [.title: 100]) }.select { $0.number }.fetchAll(in: db)
      #expect(byTitle.first == 1)
      let byBody = try oil.order { $0.fullText.rank(weights: [.title: 0.01, .body: 100]) }.select { $0.number }
        .fetchAll(in: db)
      #expect(byBody.last == 1)
      let ranks = try oil.order { $0.fullText.rank }.select { $0.fullText.rank }.fetchAll(in: db)
      #expect(ranks == ranks.sorted() && ranks.allSatisfy { $0 < 0 })
      #expect(try oil.select { $0.fullText.snippet("", "") }.fetchAll(in: db).allSatisfy { !$0.isEmpty })
    }
  }

  @Test("Ranking without a match is refused")
  func withoutMatch() throws {
    let error = QueryError.fullTextWithoutMatch(table: "article_fts")
    #expect(throws: error) { try Article.order { $0.fullText.rank }.rendered() }
    #expect(throws: error) { try Article.select { $0.fullText.highlight(.title, "", "") }.rendered() }
    #expect(throws: error) {
      try Article.where { $0.fullText.matches("a") || $0.isDraft }.order { $0.fullText.rank }.rendered()
    }
    #expect(throws: error) { try Article.where { $0.fullText.rank < 0 }.rendered() }
    #expect(throws: error) {
      try store.write { db in
        try Article.where { $0.fullText.matches("oil") }
          .update(in: db) { [$0.title.set($0.fullText.highlight(.title, "", ""))] }
      }
    }
    #expect("\(error)".contains("matches"))
  }

  // MARK: - In step

  /// A row as the test keeps it.
  private struct Row: Hashable {
    var title: String
    var body: String?
  }

  @Test("The index is up to date after every kind of change", arguments: [1, 2, 3])
  func inStep(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let words = ["oil", "door", "gate", "rose", "lamp", "spring"]
    func text() -> String {
      (0..<Int.random(in: 0...4, using: &generator)).map { _ in words.randomElement(using: &generator) ?? "" }
        .joined(separator: " ")
    }
    try store.write { db in
      try Magazine.all.delete(in: db)
      #expect(try Article.all.count(in: db) == 0)
      try check(db, words: words)
      var magazine = try Magazine.Draft(name: "One").insert(in: db)
      for step in 0..<150 {
        let rows = try Article.all.fetchAll(in: db)
        let row = rows.randomElement(using: &generator)
        var draft = Article.Draft(title: text(), body: text(), number: step, magazineID: magazine.id)
        switch Int.random(in: 0..<13, using: &generator) {
        case 0, 1: try draft.insert(in: db)
        case 2:
          try Article.insert(
            (0..<3).map { n in
              var next = draft; next.number = step * 1000 + n; return next
            }, in: db)
        case 3:
          if var row { row.title = text(); row.body = nil; try row.update(in: db) }
        case 4:
          if var row { row.body = text(); try row.save(in: db) }
        case 5:
          if let row { draft.number = row.number; try draft.upsert(on: { $0.number }, in: db) }
        case 6: try row?.delete(in: db)
        case 7:
          let new = text()
          try Article.where { $0.title.contains("oil") }.update(in: db) { [$0.title.set(new), $0.body.set($0.title)] }
        case 8: try Article.where { $0.fullText.matches(words: "rose lamp") }.delete(in: db)
        case 9:
          try RawSQL("UPDATE article SET body = title || ' gate' WHERE id % 3 = 0").execute(in: db)
        case 10:
          // The key itself changes.
          try RawSQL("UPDATE article SET id = id + 100000 WHERE id % 5 = 0 AND id < 100000").execute(in: db)
        case 11:
          _ = try? db.savepoint {
            try Article.all.update(in: db) { [$0.title.set("undone")] }
            throw CancellationError()
          }
        default:
          if step % 4 == 0 {
            try magazine.delete(in: db)
            magazine = try Magazine.Draft(name: "New \(step)").insert(in: db)
          }
        }
        try check(db, words: words)
      }
    }
  }

  /// Compares every search for one or two words with one in Swift, and the index with the table.
  private func check(_ db: SQLiteWriteTransaction, words: [String]) throws {
    let rows = try Article.order { $0.id }.fetchAll(in: db)
    for first in words {
      for second in words where first <= second {
        let expected = rows.filter { row in
          let all = (row.title + " " + (row.body ?? "")).split(separator: " ").map(String.init)
          return all.contains(first) && all.contains(second)
        }
        let found = try Article.where { $0.fullText.matches(words: "\(first) \(second)") }.order { $0.id }.fetchAll(
          in: db)
        #expect(found == expected)
      }
    }
    try checkFullTextIndex("article_fts", in: db)
  }
}
