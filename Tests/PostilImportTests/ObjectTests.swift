import Foundation
import PostilImport
import PostilTestSupport
import PostilSchema
import PostilCompiler
import Testing

@Suite("Imported indexes, triggers, views and comments")
struct ObjectTests {
  private func notes(_ sample: Sample, _ name: String) throws -> [String] {
    try sample.text(name).split(separator: "\n").filter { $0.hasPrefix("// @") }.map { String($0.dropFirst(3)) }
      .filter { !$0.hasPrefix("@table") && !$0.hasPrefix("@view") }
  }

  @Test("An index, triggers and a check that '@exclude' creates become it")
  func exclusions() throws {
    let source = """
      // @table
      // @exclude(room, low..<high)
      // @exclude(room, low...high, where: "cancelled = 0", name: "rooms_in_use")
      struct Stay: Sendable {
        let id: ID
        var room: Int
        var low: Int
        var high: Int?
        var cancelled: Bool
      }
      """
    let written = CompilerPipeline(target: "Sample").run(
      sources: [CompilerPipeline.Source(path: "Stay.swift", bytes: Array(source.utf8))])
    let script = try #require(written.graph).schema.script().text
    let text = try Sample(script).text("Stay")
    #expect(
      text.split(separator: "\n").filter { $0.hasPrefix("// @") } == [
        "// @table", "// @exclude(room, low..<high)",
        #"// @exclude(room, low...high, where: "cancelled = 0", name: "rooms_in_use")"#,
      ], "\(text)")
    // Other triggers stay what they are.
    let other = try Sample(script.replacing("EXCLUDE constraint failed: rooms_in_use", with: "in use")).text("Stay")
    #expect(other.contains(#"@index(room, low, high, where: "cancelled = 0", name: "rooms_in_use")"#), "\(other)")
  }

  @Test("indexes keep their names, sort orders, expressions and conditions")
  func indexes() throws {
    let sample = try Sample(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT, due TEXT, "left" INT);
      CREATE INDEX item_title_due_idx ON item (title, due DESC);
      CREATE INDEX a ON item (title ASC, (lower(due)) DESC) WHERE "left" > 0;
      CREATE UNIQUE INDEX b ON item (title) WHERE due IS NULL; CREATE UNIQUE INDEX c ON item (due);
      CREATE UNIQUE INDEX d ON item (due DESC, title);
      """)
    #expect(
      try notes(sample, "Item") == [
        "@index(title, due.descending)", ##"@index(title, "lower(due)".descending, where: #""left" > 0"#, name: "a")"##,
        #"@unique(title, where: "due IS NULL", name: "b")"#, #"@unique(due, name: "c")"#,
      ])
    #expect(
      try sample.remarks("Item") == [
        "the index 'd' is not annotated: a unique key has no sort order; write 'due', or add '@index(due.descending)' for sorting"
      ])
  }

  @Test("triggers keep their events, conditions and statements")
  func triggers() throws {
    let sample = try Sample(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT, "left over" INT);
      CREATE TRIGGER a INSERT ON item BEGIN SELECT RAISE(IGNORE); END;
      CREATE TRIGGER b AFTER UPDATE OF title, "left over" ON item FOR EACH ROW WHEN new.title <> old.title
        BEGIN UPDATE item SET title = CASE WHEN 1 THEN 'a;b' END /* why */; DELETE FROM item WHERE 0; END;
      CREATE TRIGGER c AFTER DELETE ON item BEGIN INSERT INTO gone VALUES (1); END;
      """)
    let text = try sample.text("Item")
    #expect(text.contains(#"// @trigger("BEFORE INSERT", do: "SELECT RAISE(IGNORE)", name: "a")"#))
    #expect(
      text.contains(##"// @trigger(#"AFTER UPDATE OF title, "left over""#, when: "new.title <> old.title", do: """"##))
    #expect(text.contains("//   UPDATE item SET title = CASE WHEN 1 THEN 'a;b' END;\n//   DELETE FROM item WHERE 0\n"))
    #expect(
      try sample.remarks("Item") == [
        "the trigger 'c' is not annotated: unknown table or view 'gone'; write the name of a table or view (SQLite: no such "
          + "table: main.gone)"
      ])
  }

  @Test("views have the types of the columns that they read")
  func views() throws {
    let sample = try Sample(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT NOT NULL, list_id INT REFERENCES item, done BOOLEAN NOT NULL);
      INSERT INTO item VALUES (1, 'a', NULL, 0);
      CREATE VIEW open_items AS SELECT id, list_id, title || '!' AS "loud title", done FROM item -- not yet
        WHERE NOT done;
      CREATE VIEW other (a, b) AS SELECT i.title, j.title FROM open_items o JOIN item i USING (id) LEFT JOIN item j ON 0;
      CREATE VIEW gone AS SELECT x FROM nowhere;
      """)
    #expect(
      try sample.members("OpenItem") == [
        "let id: Item.ID", "let listID: Item.ID?", #"let loudTitle: String?  // @column("loud title")"#,
        "let done: Bool",
      ])
    #expect(try sample.text("OpenItem").contains(#", name: "open_items", unlisted)"#))
    #expect(try sample.members("Other") == ["let a: String", "let b: String?"])
    #expect(sample.result.notImported == ["the view 'gone': SQLite can't read it"])
  }

  @Test("comments in a statement become documentation")
  func comments() throws {
    let sample = try Sample(
      """
      CREATE TABLE item ( -- Something to do.
        id INTEGER PRIMARY KEY, -- the key
        /* As people
           call it. */
        title TEXT NOT NULL -- never empty
          DEFAULT '--no comment',
        -- @table
        note TEXT -- the last
      )
      """)
    #expect(try sample.text("Item").contains("\n/// Something to do.\n// @table("))
    #expect(
      try sample.members("Item") == [
        "/// the key", "let id: ID", "/// As people", "/// call it.", "/// never empty",
        #"var title: String  // @default(sql: "'--no comment'")"#, "/// '@table'", "/// the last", "var note: String?",
      ])
  }

  @Test("the table of applied migrations gets no struct")
  func migrations() throws {
    let sample = try Sample(
      "CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT); CREATE TABLE postil_migration (position INTEGER PRIMARY KEY)"
    )
    #expect(sample.result.files.map(\.name) == ["Item.swift"])
  }

  @Test("a check with the current time or a random number stays in the statement")
  func nondeterministicChecks() throws {
    func text(_ check: String) throws -> String {
      try Sample(
        "CREATE TABLE item (id INTEGER NOT NULL, title TEXT NOT NULL, CONSTRAINT item_pkey PRIMARY KEY (id), \(check)) STRICT"
      ).text("Item")
    }
    for name in ["item_title_check", "chance"] {
      let constant = try text("CONSTRAINT \(name) CHECK (title <> 'now')")
      #expect(constant.contains("@check(\"title <> 'now'\"") && !constant.contains("sql:"))
      for expression in ["title <> CURRENT_TIMESTAMP", "length(title) > random()"] {
        let text = try text("CONSTRAINT \(name) CHECK (\(expression))")
        #expect(text.contains("@table(sql: ") && text.contains(expression) && !text.contains("@check"))
      }
    }
  }

  @Test("an empty database gives no files")
  func empty() throws { #expect(try Sample("").result.files.isEmpty) }

  @Test("a file that isn't a database is refused with its path")
  func noDatabase() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("text")
    try Data(repeating: 65, count: 5000).write(to: URL(filePath: path))
    #expect(throws: ImportError.self) { try DatabaseImport(target: "T").run(path: path) }
    #expect(throws: ImportError.self) { try DatabaseImport(target: "T").run(path: folder.path("nothing")) }
  }
}
