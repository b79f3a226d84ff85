import PostilQuery
import Testing

// As generated code has it.
extension Item {
  enum FullTextColumn: String, FullTextColumns { case title, note }
  static let fullText = FullTextIndex<FullTextColumn>("item_fts", of: table, key: "id")
}

extension Item.Columns {
  var fullText: FullText<Item.FullTextColumn> { FullText(Item.fullText, of: _rowSource) }
}

@Suite("Full-text search")
struct FullTextTests {
  let database: TestDatabase
  let db: TestTransaction

  init() throws {
    database = try TestDatabase.filled()
    try database.run(
      """
      CREATE VIRTUAL TABLE "item_fts" USING fts5 ("title", "note", content='item', content_rowid='id');
      INSERT INTO "item_fts" ("item_fts") VALUES ('rebuild');
      """)
    db = database.transaction
  }

  private func expect<P: SQLExpression<Bool>>(
    _ sql: String, _ ids: [Int], bindings: [BoundValue]? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    where predicate: (Item.Columns) -> P
  ) throws {
    let query = Item.where(predicate)
    let statement = try query.rendered()
    #expect(statement.sql.hasSuffix(#" FROM "item" AS t0"# + sql), "\(statement.sql)", sourceLocation: sourceLocation)
    if let bindings { #expect(statement.bindings == bindings, sourceLocation: sourceLocation) }
    let found = try query.order { $0.id }.fetchAll(in: db).map { Int($0.id.rawValue) }
    #expect(found == ids, sourceLocation: sourceLocation)
  }

  private let join = #" JOIN "item_fts" AS t1 ON t1."rowid" = t0."id" WHERE "#
  private let inside = #"t0."id" IN (SELECT "rowid" FROM "item_fts" WHERE "item_fts" MATCH ?1)"#

  @Test("A required match joins the index, and any other uses a subquery")
  func places() throws {
    try expect(join + #"t1."item_fts" MATCH ?1"#, [1, 2], bindings: [.text("oil")]) { $0.fullText.matches("oil") }
    try expect(join + #"t1."item_fts" MATCH ?1 AND t0."done" = 0 AND t0."count" > ?2"#, [1]) {
      $0.fullText.matches("oil") && !$0.done && $0.count > 1
    }
    try expect(" WHERE " + inside + #" OR t0."done" = 1"#, [1, 2, 3, 5]) { $0.fullText.matches("oil") || $0.done }
    try expect(" WHERE NOT (" + inside + ")", [3, 4, 5]) { !$0.fullText.matches("oil") }
    try expect(
      join + #"t1."item_fts" MATCH ?1 AND t0."id" IN (SELECT "rowid" FROM "item_fts" WHERE "item_fts" MATCH ?2)"#, [1]
    ) { $0.fullText.matches("oil") && $0.fullText.matches("door") }
    try expect(join + #"t1."item_fts" MATCH ?1 AND (t0."done" = 1 OR t0."count" = ?2)"#, [2]) {
      $0.fullText.matches("oil") && ($0.done || $0.count == 0)
    }
    try expect(
      #" JOIN "project" AS t1 ON t1."id" = t0."project_id" JOIN "item_fts" AS t2 ON t2."rowid" = t0."id""#
        + #" WHERE t1."name" = ?1 AND t2."item_fts" MATCH ?2"#, [1, 2]
    ) { $0.project.name == "Home" && $0.fullText.matches("oil") }
  }

  @Test("Words become FTS5 strings, and columns a filter before them")
  func text() throws {
    func bound(_ predicate: (Item.Columns) -> SQLPredicate) throws -> String {
      guard case .text(let text)? = try Item.where(predicate).rendered().bindings.first else { return "" }
      return text
    }
    #expect(try bound { $0.fullText.matches(words: " oil  the\tdoor\n") } == #""oil" "the" "door""#)
    #expect(try bound { $0.fullText.matches(words: #"say "hi""#) } == #""say" """hi""""#)
    #expect(try bound { $0.fullText.matches(words: "") } == #""""#)
    #expect(try bound { $0.fullText.matches(words: "", in: .title) } == #""""#)
    #expect(try bound { $0.fullText.matches(words: "a\u{0}b") } == #""a" "b""#)
    #expect(try bound { $0.fullText.matches(prefix: "oil do") } == #""oil" "do"*"#)
    #expect(try bound { $0.fullText.matches(phrase: "oil the\u{0}door") } == #""oil the door""#)
    #expect(try bound { $0.fullText.matches(words: "oil", in: .note, .title) } == #"{"note" "title"} : ("oil")"#)
    #expect(try bound { $0.fullText.matches("a OR b", in: .note) } == #"{"note"} : (a OR b)"#)
    #expect(try bound { $0.fullText.matches("a\u{0}b") } == "a b")
  }

  @Test("Text that would end the list of columns is refused")
  func unbalanced() throws {
    let needs = "balanced parentheses and quotes; to search for text typed by a user, call 'matches(words:)'"
    for text in ["x) OR (50", "(oil", "oil)", ")(", #""oil"#, #"("oil)""#, #""(" OR oil)"#] {
      for query in [Item.where { $0.fullText.matches(text, in: .title) }, Item.where { $0.fullText.matches(text) }] {
        let error = QueryError.argument(function: "matches", needs: needs)
        #expect(throws: error, "\(text)") { try query.fetchAll(in: db) }
      }
    }
    for text in ["(oil AND (door))", #""oil) door""#, #""oil "" door (""#, "oil", #"title : "oil""#] {
      _ = try Item.where { $0.fullText.matches(text, in: .title) }.fetchAll(in: db)
    }
    try expect(join + #"t1."item_fts" MATCH ?1"#, []) { $0.fullText.matches("note : done", in: .title) }
  }

  @Test("Ranks, highlights and snippets read the joined index")
  func results() throws {
    let query = Item.where { $0.fullText.matches("oil") }.order { $0.fullText.rank }
    #expect(try query.sql.hasSuffix(#"MATCH ?1 ORDER BY t1."rank""#))
    #expect(try query.fetchAll(in: db).count == 2)
    let selection = query.select {
      ($0.fullText.highlight(.title, "<", ">"), $0.fullText.snippet(.note, "[", "]", ellipsis: "...", words: 99))
    }
    let statement = try selection.rendered()
    #expect(
      statement.sql.hasPrefix(
        #"SELECT coalesce(highlight(t1."item_fts", ?1, ?2, ?3), ''), "#
          + #"coalesce(snippet(t1."item_fts", ?4, ?5, ?6, ?7, ?8), '') FROM "item" AS t0 JOIN "item_fts" AS t1 "#))
    #expect(
      Array(statement.bindings.prefix(8)) == [
        .integer(0), .text("<"), .text(">"), .integer(1), .text("["), .text("]"), .text("..."), .integer(64),
      ])
    #expect(Set(try selection.fetchAll(in: db).map(\.0)) == ["<Oil> the door", "<oil> the lamp"])
    let weighted = Item.where { $0.fullText.matches("oil") }.order { $0.fullText.rank(weights: [.note: 2]) }
    #expect(try weighted.rendered().bindings == [.text("oil"), .real(1), .real(2)])
    #expect(try weighted.fetchAll(in: db).count == 2)
    #expect(throws: QueryError.fullTextWithoutMatch(table: "item_fts")) {
      try Item.order { $0.fullText.rank }.rendered()
    }
  }

  @Test("SQLite searches by the full-text index")
  func plan() throws {
    let plan = try database.plan(
      Item.where { $0.fullText.matches("oil") && !$0.done }.order { $0.fullText.rank }.limit(2).rendered())
    #expect(plan.hasPrefix("SCAN t1 VIRTUAL TABLE"), "\(plan)")
    #expect(plan.contains("SEARCH t0 USING INTEGER PRIMARY KEY"))
    #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
  }
}
