import Testing

private let title = "var title: String"
private let rows = "INSERT INTO item (id, title) VALUES (1, 'a'), (2, 'B')"

@Suite("Changes of columns")
struct ColumnChangeTests {
  static let changes: [Change] = [
    Change(
      "an optional column comes", from: model("Item", title), rows: rows, to: model("Item", title, "var note: String?"),
      query: "SELECT quote(note) FROM item", after: ["NULL", "NULL"],
      contains: ["ALTER TABLE \"item\" ADD COLUMN \"note\" TEXT;"]),
    Change(
      "a required column comes with the literal of its property", from: model("Item", title), rows: rows,
      to: model("Item", title, "var done = false"),
      query: "SELECT quote(done) FROM item", after: ["0", "0"]),
    Change(
      "an enum comes with its case", from: model("Item", title), rows: rows,
      to: model("Item", title, "var kind: Kind = .large", "var word: Word = Word.b")
        + "enum Kind: Int, Codable, Sendable { case small, large = 7 }\nenum Word: String, Codable, Sendable { case a, b = \"bee\" }",
      query: "SELECT kind || word FROM item", after: ["7bee", "7bee"]),
    Change(
      "literals of every kind come", from: model("Item", title), rows: rows,
      to: model(
        "Item", title, "var a = -3", "var b: Double = 1_0.5", "var c = \"it's\"",
        "var d: UInt64 = 18446744073709551615",
        "var e: [String] = [] // @json"),
      query: "SELECT quote(a) || quote(b) || quote(c) || quote(d) || quote(e) FROM item",
      after: Array(repeating: "-310.5'it''s''18446744073709551615''[]'", count: 2)),
    Change(
      "a required column comes with a default of SQL", from: model("Item", title), rows: rows,
      to: model("Item", title, "var size: Int // @default(sql: \"-5\")"),
      query: "SELECT quote(size) FROM item", after: ["-5", "-5"],
      contains: ["ADD COLUMN \"size\" INTEGER NOT NULL DEFAULT (-5);"]),
    Change(
      "a required column comes with a default that is computed", from: model("Item", title), rows: rows,
      to: model("Item", title, "var size: Int // @default(sql: \"abs(-4)\")"), rebuilds: ["item"],
      query: "SELECT quote(size) FROM item", after: ["4", "4"]),
    Change(
      "a required column comes without a value", from: model("Item", title), rows: rows,
      to: model("Item", title, "var due: Int"), allowing: ["newRequired"], rebuilds: ["item"],
      findings: ["newRequired item.due 2"], query: "SELECT 1", after: []),
    Change(
      "a required column comes to a table without rows", from: model("Item", title),
      to: model("Item", title, "var due: Int"), rebuilds: ["item"], findings: ["newRequired item.due 0"],
      query: "SELECT count(*) FROM item", after: ["0"]),
    Change(
      "a column with a check comes", from: model("Item", title), rows: rows,
      to: model("Item", title, "var size: Int? // @check(\"size > 0\")", "var small: Int8?"),
      query: "SELECT quote(size) FROM item", after: ["NULL", "NULL"],
      contains: [
        "ADD COLUMN \"size\" INTEGER CONSTRAINT \"item_size_check\" CHECK (size > 0);",
        "ADD COLUMN \"small\" INTEGER CONSTRAINT \"item_small_range\" CHECK (\"small\" BETWEEN -128 AND 127);",
      ]),
    Change(
      "a column goes", from: model("Item", title, "var note: String?"),
      rows: "INSERT INTO item VALUES (1, 'a', 'n'), (2, 'b', NULL)", to: model("Item", title),
      allowing: ["dropColumn:item.note"], findings: ["dropColumn item.note 1"],
      query: "SELECT title FROM item", after: ["a", "b"], undo: .impossible,
      contains: ["ALTER TABLE \"item\" DROP COLUMN \"note\";"]),
    Change(
      "a column with a check and an index goes", from: model("Item", title, "var done: Bool // @index"),
      rows: "INSERT INTO item VALUES (1, 'a', 0)", to: model("Item", title), allowing: ["dropColumn"],
      rebuilds: ["item"], findings: ["dropColumn item.done 1"],
      query: "SELECT title FROM item", after: ["a"], undo: .impossible, contains: ["DROP INDEX \"item_done_idx\";"]),
    Change(
      "a column is renamed", from: model("Item", title, "var note: String? // @index"),
      rows: "INSERT INTO item VALUES (1, 'a', 'n')",
      to: model("Item", title, "var text: String? // @index @renamed(from: \"note\")"),
      query: "SELECT text FROM item", after: ["n"],
      contains: ["RENAME COLUMN \"note\" TO \"text\";", "DROP INDEX \"item_note_idx\";"]),
    Change(
      "a column with a check is renamed", from: model("Item", title, "var done: Bool"),
      rows: "INSERT INTO item VALUES (1, 'a', 1)",
      to: model("Item", title, "var isDone: Bool // @renamed(from: \"done\")"),
      query: "SELECT is_done FROM item", after: ["1"]),
    Change(
      "a note that was applied is nothing", from: model("Item", title), rows: rows,
      to: model("Item", "var title: String // @renamed(from: \"name\")"), query: "SELECT title FROM item",
      after: ["a", "B"], undo: .nothing),
    Change(
      "columns stand in another order", from: model("Item", title, "var a: Int"),
      rows: "INSERT INTO item VALUES (1, 'a', 2)", to: model("Item", "var a: Int", title),
      query: "SELECT a FROM item", after: ["2"], undo: .nothing),
    Change(
      "a column becomes required, without a value for NULL", from: model("Item", "var title: String?"), rows: rows,
      to: model("Item", title), rebuilds: ["item"], findings: ["newRequired item.title 0"],
      query: "SELECT title FROM item", after: ["a", "B"]),
    Change(
      "a column becomes required, and has NULLs", from: model("Item", "var title: String?"),
      rows: "INSERT INTO item VALUES (1, NULL)", to: model("Item", title), rebuilds: ["item"],
      findings: ["newRequired item.title 1"], query: "SELECT 1", after: []),
    Change(
      "a column becomes required, with a value for NULL", from: model("Item", "var title: String?"),
      rows: "INSERT INTO item VALUES (1, NULL), (2, 'b')", to: model("Item", "var title = \"none\""),
      allowing: ["replaceNull"], rebuilds: ["item"], findings: ["replaceNull item.title 1"],
      query: "SELECT title FROM item", after: ["none", "b"], undo: .impossible),
    Change(
      "a column becomes optional", from: model("Item", title), rows: rows, to: model("Item", "var title: String?"),
      rebuilds: ["item"], query: "SELECT title FROM item", after: ["a", "B"]),
    Change(
      "a default comes", from: model("Item", title), rows: rows,
      to: model("Item", "var title: String // @default(sql: \"'x'\")"), rebuilds: ["item"],
      query: "SELECT title FROM item", after: ["a", "B"]),
    Change(
      "a collation comes", from: model("Item", title), rows: rows,
      to: model("Item", "var title: String // @collate(nocase)"), rebuilds: ["item"],
      query: "SELECT title FROM item WHERE title = 'b'", after: ["B"]),
    Change(
      "a collation comes to a unique column", from: model("Item", "var title: String // @unique"),
      rows: "INSERT INTO item VALUES (1, 'a'), (2, 'A')",
      to: model("Item", "var title: String // @unique @collate(nocase)"), rebuilds: ["item"],
      findings: ["newUnique item.title 1"], query: "SELECT 1", after: []),
    Change(
      "a virtual column comes", from: model("Item", title), rows: rows,
      to: model("Item", title, "let length: Int? // @generated(\"length(title)\")"),
      query: "SELECT length FROM item", after: ["1", "1"], contains: ["ADD COLUMN \"length\" INTEGER GENERATED"]),
    Change(
      "a stored column comes", from: model("Item", title), rows: rows,
      to: model("Item", title, "let length: Int? // @generated(\"length(title)\", stored)"), rebuilds: ["item"],
      query: "SELECT length FROM item", after: ["1", "1"]),
    Change(
      "a generated column is computed otherwise",
      from: model("Item", title, "let length: Int? // @generated(\"length(title)\")"), rows: rows,
      to: model("Item", title, "let length: Int? // @generated(\"length(title) + 1\")"), rebuilds: ["item"],
      query: "SELECT length FROM item", after: ["2", "2"]),
    Change(
      "a generated column becomes one of its own",
      from: model("Item", title, "let length: Int? // @generated(\"length(title)\")"), rows: rows,
      to: model("Item", title, "var length: Int?"), rebuilds: ["item"], query: "SELECT length FROM item",
      after: ["1", "1"]),
    Change(
      "a column becomes generated", from: model("Item", title, "var length: Int?"),
      rows: "INSERT INTO item VALUES (1, 'abc', 9)",
      to: model("Item", title, "let length: Int? // @generated(\"length(title)\")"), allowing: ["dropColumn"],
      rebuilds: ["item"], findings: ["dropColumn item.length 1"], query: "SELECT length FROM item", after: ["3"],
      undo: .impossible),
    Change(
      "what a generated column is computed from is renamed",
      from: model("Item", title, "let length: Int? // @generated(\"length(title)\")"), rows: rows,
      to: model(
        "Item", "var name: String // @renamed(from: \"title\")", "let length: Int? // @generated(\"length(name)\")"),
      query: "SELECT length || name FROM item", after: ["1a", "1B"]),
  ]

  @Test(arguments: changes) func rowsSurvive(_ change: Change) throws { try change.prove() }
}
