import CSQLite
import PostilCatalog
import Testing

@Suite("The case of names")
struct FoldedNameTests {
  /// Names that some rule of folding takes for one: SQLite's, Unicode's, or that of canonical equivalence.
  static let names = [
    "id", "ID", "Id", "é", "É", "e\u{301}", "E\u{301}", "i", "I", "İ", "i\u{307}", "ı", "k", "K", "\u{212A}", "s", "S",
    "ſ", "ß", "ẞ", "ss", "SS", "å", "Å", "\u{212B}", "Σ", "σ", "ς", "{", "[", "@", "`", "z", "Z", "ａ", "Ａ",
  ]

  /// Whether SQLite takes both for one name: then it refuses a table with both as columns.
  private func isOneName(_ first: String, _ second: String) throws -> Bool {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    try #require(sqlite3_open(":memory:", &handle) == SQLITE_OK)
    let code = sqlite3_exec(handle, "CREATE TABLE t (\"\(first)\" TEXT, \"\(second)\" TEXT)", nil, nil, nil)
    if code != SQLITE_OK { #expect(String(cString: sqlite3_errmsg(handle)).hasPrefix("duplicate column name")) }
    return code != SQLITE_OK
  }

  @Test("Names are compared like in SQLite: ignoring the case of ASCII letters only")
  func asSQLite() throws {
    for first in Self.names {
      for second in Self.names {
        let isOne = try isOneName(first, second)
        #expect(first.isSameName(as: second) == isOne, "\(first) \(second)")
        #expect(first.foldedName.utf8.elementsEqual(second.foldedName.utf8) == isOne, "\(first) \(second)")
      }
    }
  }

  @Test("Tables and columns that differ in the case of a non-ASCII letter are distinct")
  func catalog() throws {
    let catalog = try Sample.catalog(
      """
      CREATE TABLE "É" (a TEXT, "K" TEXT, "\u{212A}" INTEGER); CREATE TABLE "é" (b TEXT);
      CREATE TRIGGER "on É" AFTER INSERT ON "É" BEGIN SELECT 1; END;
      CREATE VIEW "Ö" AS SELECT 1; CREATE VIEW "ö" AS SELECT 2;
      """)
    #expect(catalog.table("É")?.columns.map(\.name) == ["a", "K", "\u{212A}"])
    #expect(catalog.table("é")?.columns.map(\.name) == ["b"])
    #expect(catalog.table("É")?.triggers.map(\.name) == ["on É"])
    #expect(catalog.table("é")?.triggers.map(\.name) == [])
    #expect(catalog.table("É")?.column("k")?.declaredType == "TEXT")
    #expect(catalog.table("É")?.column("\u{212A}")?.declaredType == "INTEGER")
    #expect(catalog.view("ö")?.sql == #"CREATE VIEW "ö" AS SELECT 2"#)
  }

  @Test("A name that SQLite considers different is reported as a difference")
  func differences() throws {
    let file = SchemaObject(kind: "table", name: "t", sql: #"CREATE TABLE t ("É" TEXT, "Name" TEXT)"#)
    let program = SchemaObject(kind: "table", name: "T", sql: #"CREATE TABLE T ("é" TEXT, name TEXT)"#)
    #expect(
      file.differences(from: program) == [
        #"column "é" TEXT is missing"#, #"column "É" TEXT is not known to the program"#,
      ])
  }
}
