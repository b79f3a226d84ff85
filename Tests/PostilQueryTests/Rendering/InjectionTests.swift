import PostilQuery
import Testing

@Suite("SQL injection")
struct InjectionTests {
  static let attempts = [
    "'", "''", "\"", "'; DROP TABLE item; --", "\"; DROP TABLE item; --", "') OR 1=1 --", "?1", ":x", "@x", "$x", "%",
    "_",
    "*", "[a-z]", "\\", "\\'", "/*", "*/", "--", ";", "0x00", "\u{1}\u{1F}", "x' OR 'x'='x", "NULL", "\n", "\u{2028}",
  ]

  @Test("No value is interpreted as SQL or as a pattern, anywhere in a query", arguments: attempts)
  func values(_ text: String) throws {
    let database = try TestDatabase.filled()
    let db = database.transaction
    try database.run("DELETE FROM item WHERE id > 1")
    try Item.all.update(in: db) { [$0.title.set(text), $0.note.set("a" + text + "b")] }
    let many = (0..<20).map { "\(text)\($0)" } + [text]
    let queries: [Query<Item>] = [
      Item.where { $0.title == text },
      Item.where { text == $0.title },
      Item.where { $0.title >= text && $0.title <= text },
      Item.where { $0.title.in([text]) },
      Item.where { $0.title.in(many) },
      Item.where { $0.note == "a" + $0.title + "b" },
      Item.where { $0.note.contains(text) && $0.note.hasPrefix("a" + text) && $0.note.hasSuffix(text + "b") },
      Item.where { $0.title.hasPrefix(text) && $0.title.hasSuffix(text) && $0.title.contains(text) },
      Item.where { $0.note.containsIgnoringCase(text) },
      Item.where { $0.title.replacing(text, with: "ok") == "ok" },
      Item.where { $0.title.between(text, text) },
      Item.where { ($0.note ?? text) != text && $0.note != text },
      Item.where { $0.title.like(LikeTestPattern.escaped(text), escape: "!") },
    ]
    for query in queries {
      let statement = try query.rendered()
      #expect(try query.count(in: db) == 1, "\(statement.sql)")
      #expect(!statement.sql.contains("DROP") && !statement.sql.contains("--") && !statement.sql.contains(";"))
    }
    #expect(try Item.where { !$0.title.contains(text + "x") && !$0.note.hasPrefix(text + "y") }.count(in: db) == 1)
    #expect(try Item.find(Item.ID(1), in: db).title == text)
  }

  @Test("An identifier is quoted, whatever it contains")
  func identifiers() throws {
    let database = try TestDatabase(
      #"CREATE TABLE "select ""from"" ; --" ("group ""by""" INTEGER PRIMARY KEY, "'; DROP TABLE x; --" TEXT) STRICT"#)
    try database.run(#"INSERT INTO "select ""from"" ; --" VALUES (1, 'x')"#)
    let query = Odd.where { $0.text == "x" }.order { ($0.id, $0.text.descending) }
    #expect(
      try query.rendered().sql
        == #"SELECT t0."group ""by""", t0."'; DROP TABLE x; --" FROM "select ""from"" ; --" AS t0 "#
        + #"WHERE t0."'; DROP TABLE x; --" = ?1 ORDER BY t0."group ""by""", t0."'; DROP TABLE x; --" DESC"#)
    #expect(try query.fetchAll(in: database.transaction) == [Odd(id: Odd.ID(1), text: "x")])
    #expect(try query.update(in: database.transaction) { [$0.text.set("y")] } == 1)
    #expect(try Odd.where { $0.text == "y" }.delete(in: database.transaction) == 1)
  }
}

/// Text as it is in a pattern whose escape is `!`.
private enum LikeTestPattern {
  static func escaped(_ text: String) -> String {
    text.replacing("!", with: "!!").replacing("%", with: "!%").replacing("_", with: "!_")
  }
}

/// A row of a table whose names are made to do harm.
private struct Odd: Model, Hashable {
  typealias ID = RowID<Odd>
  var id: ID
  var text: String

  static let table = _TableDescription(
    model: "Odd", name: #"select "from" ; --"#,
    columns: [
      ColumnName(#"group "by""#, property: "id"), ColumnName("'; DROP TABLE x; --", property: "text"),
    ],
    primaryKey: [#"group "by""#])
  static let rowStatements = _RowStatements(
    insert: FixedStatement(""), fetch: FixedStatement(""), update: nil, save: FixedStatement(""),
    delete: FixedStatement(""))
  static let uniqueKeys = UniqueKeys()

  func bindColumns(to binder: inout some ValueBinder) {}
  func bindUpdate(to binder: inout some ValueBinder) {}

  struct UniqueKeys: Sendable {}

  struct Draft: ModelDraft {
    func bindColumns(to binder: inout some ValueBinder) {}
    func _insertRow(in db: some WriteTransaction) throws -> Odd { Odd(id: ID(0), text: "") }
  }

  struct Columns: ModelColumns {
    typealias OwningModel = Odd
    let _rowSource: _Source
    init(_ source: _Source) { _rowSource = source }
    var id: ReadOnlyColumn<Odd, ID> { ReadOnlyColumn(#"group "by""#, of: _rowSource) }
    var text: Column<Odd, String> { Column("'; DROP TABLE x; --", of: _rowSource) }
  }
}

extension Odd {
  init(row: inout some RowReader) throws {
    id = try row.read()
    text = try row.read()
  }
}
