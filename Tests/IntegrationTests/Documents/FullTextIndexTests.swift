import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Modeling.md and Docs/Queries.md on full-text search, where they are about FTS5.
@Suite("The documents on FTS5")
struct FullTextIndexTests {
  private let store: SQLiteStore

  init() throws {
    store = try temporaryStore()
    _ = try store.write { db in try Newsstand(in: db) }
  }

  private func numbers<P: SQLExpression<Bool>>(_ condition: (Article.Columns) -> P) throws -> [Int] {
    try Newsstand.numbers(in: store, condition)
  }

  @Test("Random texts find what SQLite finds if it quotes their words itself")
  func randomTexts() throws {
    let pieces = [
      "\"", "\u{301}", "\u{20DD}", "\u{200D}", "\u{FE0F}", "\u{1F3FF}", "\u{0}", "'", "\\", "*", "^", ":", "(", ")",
      "{", "}", "+", "-",
      " ", "\n", "oil", "door", "roses", "NOT", "OR", "AND", "NEAR", "title", "\u{915}\u{94D}", "\u{1F1F3}",
    ]
    let quoted = """
      SELECT group_concat('"' || replace(value, '"', '""') || '"', ' ') FROM json_each(?1) WHERE value <> ''
      """
    for seed in 0..<3 {
      var generator = SeededGenerator(seed: UInt64(seed))
      for _ in 0..<400 {
        let text = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
          pieces.randomElement(using: &generator) ?? ""
        }.joined()
        let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0.value == 0 }.map { String($0) }
        let expected = try store.read { db in
          let json = String(decoding: try JSONEncoder().encode(words), as: UTF8.self)
          let expression = try db.fetchFirst(_RenderedStatement(sql: quoted, bindings: [.text(json)])) { row in
            try row.read(String?.self)
          }
          let search = "SELECT rowid FROM article_fts WHERE article_fts MATCH ?1 ORDER BY rowid"
          var found: [Int] = []
          if let expression = expression ?? nil {
            try db.forEachRow(_RenderedStatement(sql: search, bindings: [.text(expression)])) {
              found.append(try $0.read())
            }
          }
          return found
        }
        #expect(try numbers { $0.fullText.matches(words: text) } == expected, "\(text.debugDescription)")
        // A filter of columns makes no operator of it either.
        _ = try numbers { $0.fullText.matches(prefix: text, in: .title) }
        _ = try numbers { $0.fullText.matches(phrase: text, in: .title, .body) }
      }
    }
  }

  @Test(
    "An invalid expression throws an error that suggests 'matches(words:)'",
    arguments: ["oil AND", "nowhere : x", "*", ""])
  func badExpression(_ text: String) throws {
    let error = #expect(throws: DatabaseError.self) { try numbers { $0.fullText.matches(text) } }
    #expect(error?.code == 1)
    #expect(error?.message.contains("matches(words:)") == true)
  }

  @Test("'rebuild' restores the index after rows were written without triggers")
  func rebuild() throws {
    try store.write { db in
      // SQLite replaces without running the trigger of the row that goes.
      try db.execute(
        _RenderedStatement(
          sql: "INSERT OR REPLACE INTO article (id, title, number, is_draft, magazine_id) VALUES (9, 'Hedges', 1, 0, 1)"
        ))
      try Article.fullText.rebuild(in: db)
      #expect(try Article.where { $0.fullText.matches(words: "hedges") }.count(in: db) == 1)
      #expect(try Article.where { $0.fullText.matches(words: "door") }.count(in: db) == 1)
      try checkFullTextIndex("article_fts", in: db)
      try Article.fullText.optimize(in: db)
      try Magazine.fullText.rebuild(in: db)
      #expect(try Magazine.where { $0.fullText.matches(prefix: "garde") }.count(in: db) == 1)
    }
  }

  @Test("An index of three-letter sequences can be searched through a path")
  func trigrams() throws {
    #expect(try numbers { $0.magazine.fullText.matches(words: "arde") } == [2, 3])
    #expect(
      try numbers { $0.magazine.fullText.matches(words: "garden") && $0.fullText.matches(words: "oil") } == [2])
    #expect(
      try numbers { $0.magazine.fullText.matches(words: "garden") || $0.fullText.matches(words: "door") } == [1, 2, 3])
    try store.read { db in
      let paths = try Article.where { $0.magazine.fullText.matches(words: "garden") }.order { $0.number }
        .select { ($0.number, $0.magazine.fullText.highlight(.name, "<", ">")) }.fetchAll(in: db)
      #expect(paths.map(\.1) == ["The <Garden>", "The <Garden>"])
    }
  }

  @Test("A file opens again, and is refused if its index or triggers differ")
  func open() throws {
    let file = try TemporaryFile()
    try SQLiteStore(path: file.path, schema: DocumentsSchema.self).close()
    try SQLiteStore(path: file.path, schema: DocumentsSchema.self).close()
    try file.runElsewhere("DROP TRIGGER article_fts_update_trigger")
    let trigger = #expect(throws: SchemaMismatch.self) {
      try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
    }
    #expect(trigger?.differences == [.missing(kind: "trigger", name: "article_fts_update_trigger")])
    try file.runElsewhere("DROP TABLE article_fts")
    let index = #expect(throws: SchemaMismatch.self) {
      try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
    }
    #expect(index?.differences.contains(.missing(kind: "table", name: "article_fts")) == true)
    try file.runElsewhere("CREATE VIRTUAL TABLE article_fts USING fts5 (title)")
    let other = #expect(throws: SchemaMismatch.self) {
      try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
    }
    #expect("\(try #require(other))".contains("article_fts"))
    #expect(!"\(try #require(other))".contains("article_fts_data"))
  }
}
