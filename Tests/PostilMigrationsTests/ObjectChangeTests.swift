import Testing

private let item = model("Item", "var title: String", "var done: Bool")
private let rows = "INSERT INTO item VALUES (1, 'milk and bread', 0), (2, 'wood', 1);"
private func note(_ annotation: String, _ properties: String...) -> String {
  (["// @table \(annotation)", "struct Note: Sendable {", "let id: ID"] + properties + ["}", ""])
    .joined(separator: "\n")
}
private let notes = "INSERT INTO note VALUES (1, 'milk and bread', 'a'), (5, 'wood', 'milk');"
private func page(_ note: String, _ properties: String..., key: String = "let book: String // @primaryKey") -> String {
  (["// @table \(note)", "struct Page: Sendable {", key, "let number: Int // @primaryKey"]
    + properties + ["}", ""])
    .joined(separator: "\n")
}
private let pages = "INSERT INTO page VALUES ('a', 1, 'milk and bread'), ('a', 2, 'wood'), ('b', 1, 'no milk');"
private let pageWords = "SELECT group_concat(book || number, ' ') FROM page_fts('milk')"
private let open = """
  // @view("SELECT id, title FROM item WHERE done = 0")
  struct OpenItem: Sendable { let id: Item.ID; let title: String }

  """
private let words = "SELECT group_concat(rowid) FROM note_fts('milk')"

@Suite("Changes of views, triggers and full-text indexes")
struct ObjectChangeTests {
  static let changes: [Change] = [
    Change(
      "a view comes", from: item, rows: rows, to: item + open, query: "SELECT title FROM open_item",
      after: ["milk and bread"]),
    Change("a view goes", from: item + open, rows: rows, to: item, query: "SELECT count(*) FROM item", after: ["2"]),
    Change(
      "a view says something else, and others read it",
      from: item + open + "// @view(\"SELECT title FROM open_item\")\nstruct OpenTitle: Sendable { let title: String }",
      rows: rows,
      to: item + open.replacing("done = 0", with: "done = 1")
        + "// @view(\"SELECT title FROM open_item\")\nstruct OpenTitle: Sendable { let title: String }",
      query: "SELECT title FROM open_title", after: ["wood"]),
    Change(
      "what a view reads is rebuilt and renamed", from: item + open, rows: rows,
      to: model("Item", "var name: String // @renamed(from: \"title\")", "var done: Bool?")
        + open.replacing("title FROM", with: "name AS title FROM"), rebuilds: ["item"],
      query: "SELECT title FROM open_item", after: ["milk and bread"]),
    Change(
      "a table becomes a view", from: item + model("OpenItem", "var title: String"), rows: rows, to: item + open,
      allowing: ["dropTable:open_item"], findings: ["dropTable open_item 0"], query: "SELECT title FROM open_item",
      after: ["milk and bread"], undo: .impossible),
    Change(
      "a view becomes a table", from: item + open, rows: rows, to: item + model("OpenItem", "var title: String"),
      query: "SELECT count(*) FROM open_item", after: ["0"]),
    Change(
      "a trigger comes and sees no row of the migration", from: item, rows: rows,
      to: model(
        "Item", "var title: String", "var done: Bool?",
        notes: "\n// @trigger(\"AFTER UPDATE OF done\", do: \"DELETE FROM item WHERE id = NEW.id\")"),
      rebuilds: ["item"],
      query: "SELECT count(*) FROM item", after: ["2"]),
    Change(
      "an index of words comes and is filled", from: note("", "var title: String", "var text: String"), rows: notes,
      to: note("@fullText(title, text)", "var title: String", "var text: String"), query: words, after: ["1,5"]),
    Change(
      "an index of words goes", from: note("@fullText(title, text)", "var title: String", "var text: String"),
      rows: notes, to: note("", "var title: String", "var text: String"),
      query: "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' OR name LIKE 'note_%'", after: ["0"]),
    Change(
      "an index of words of a table with two key columns comes and is filled", from: page("", "var text: String"),
      rows: pages, to: page("@fullText(text)", "var text: String"), query: pageWords, after: ["a1 b1"]),
    Change(
      "an index of words of a table with two key columns goes, with its entries",
      from: page("@fullText(text)", "var text: String"), rows: pages, to: page("", "var text: String"),
      query: "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'page_%' AND name <> 'page_pkey'", after: ["0"]),
    Change(
      "the table with two key columns of an index of words is rebuilt",
      from: page("@fullText(text)", "var text: String"),
      rows: pages, to: page("@fullText(text)", "var text: String?"), rebuilds: ["page"], query: pageWords,
      after: ["a1 b1"]),
    Change(
      "a key column of an index of words is renamed", from: page("@fullText(text)", "var text: String"), rows: pages,
      to: page(
        "@fullText(text)", "var text: String", key: "let volume: String // @primaryKey @renamed(from: \"book\")"),
      query: pageWords.replacing("book", with: "volume"), after: ["a1 b1"]),
    Change(
      "the table with two key columns of an index of words is renamed",
      from: page("@fullText(text)", "var text: String"), rows: pages,
      to: page("@fullText(text) @renamed(from: \"page\")", "var text: String")
        .replacing("struct Page", with: "struct Sheet"),
      query: pageWords.replacing("page_", with: "sheet_"), after: ["a1 b1"]),
    Change(
      "an index of words has fewer columns",
      from: note("@fullText(title, text)", "var title: String", "var text: String"), rows: notes,
      to: note("@fullText(title)", "var title: String", "var text: String"), query: words, after: ["1"]),
    Change(
      "the table of an index of words is rebuilt",
      from: note("@fullText(title, text)", "var title: String", "var text: String"), rows: notes,
      to: note("@fullText(title, text)", "var title: String", "var text: String?"), rebuilds: ["note"],
      query: words, after: ["1,5"]),
    Change(
      "a column of an index of words is renamed",
      from: note("@fullText(title, text)", "var title: String", "var text: String"), rows: notes,
      to: note("@fullText(title, body)", "var title: String", "var body: String // @renamed(from: \"text\")"),
      query: words, after: ["1,5"]),
    Change(
      "the table of an index of words is renamed",
      from: note("@fullText(title, text)", "var title: String", "var text: String"), rows: notes,
      to: note("@fullText(title, text) @renamed(from: \"note\")", "var title: String", "var text: String")
        .replacing("struct Note", with: "struct Page"),
      query: words.replacing("note_", with: "page_"), after: ["1,5"]),
    Change(
      "words are cut otherwise", from: note("@fullText(title)", "var title: String", "var text: String"), rows: notes,
      to: note("@fullText(title, tokenize: \"porter\")", "var title: String", "var text: String"),
      query: "SELECT group_concat(rowid) FROM note_fts('breads')", after: ["1"]),
  ]

  @Test(arguments: changes) func rowsSurvive(_ change: Change) throws { try change.prove() }
}
