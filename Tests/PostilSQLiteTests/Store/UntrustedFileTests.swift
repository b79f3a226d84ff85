import CSQLite
import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite("Untrusted files")
struct UntrustedFileTests {
  let file: TemporaryFile

  init() throws {
    file = try TemporaryFile()
    let store = try file.open()
    try store.write { db in try db.insertItem("Oil the door", project: db.insertProject("Home")) }
    try store.close()
  }

  private func open() throws -> SQLiteStore { try file.open(SQLiteOptions(isUntrusted: true)) }

  @Test("A file with the program's schema is opened with SQLite's defences")
  func clean() throws {
    let store = try open()
    try store.write { db in
      try db.insertProject("Work")
      #expect(try db.value("SELECT trusted_schema FROM pragma_trusted_schema", as: Int.self) == 0)
      #expect(try db.value("SELECT cell_size_check FROM pragma_cell_size_check", as: Int.self) == 1)
    }
    #expect(try store.read { db in try db.projectNames() } == ["Home", "Work"])
    let new = try SQLiteStore(
      path: file.folder.appendingPathComponent("new.sqlite").path, schema: TasksSchema.self,
      options: SQLiteOptions(isUntrusted: true))
    try new.write { db in try db.insertProject("Home") }
  }

  @Test(
    "Objects that would run somebody else's SQL are refused by name",
    arguments: [
      (
        "CREATE TRIGGER item_log AFTER INSERT ON item BEGIN DELETE FROM tag; END; CREATE VIEW late AS SELECT 1 AS n",
        "trigger 'item_log', view 'late'"
      ),
      ("CREATE INDEX item_title ON item (upper(title))", "index 'item_title'"),
      ("CREATE VIRTUAL TABLE words USING fts5(word)", "virtual table 'words'"),
      (
        """
        CREATE TABLE pragma_table_list (schema, name, type, wr); CREATE VIRTUAL TABLE words USING fts5(word)
        """, "table 'pragma_table_list', virtual table 'words'"
      ),
      ("CREATE TABLE Json_Each (value)", "table 'Json_Each'"),
    ])
  func foreign(sql: String, objects: String) throws {
    try RawDatabase(path: file.path).execute(sql)
    let error = try #require(throws: UntrustedFileError.self) { try open() }
    #expect(
      "\(error)" == "'\(file.path)' is untrusted and contains \(objects), which the program's schema doesn't have; "
        + "drop them with another program, or copy the rows to a new file")
    guard !sql.contains("Json_Each") else {
      #expect(throws: SchemaMismatch.self) { try file.open() }
      return
    }
    let trusted = try file.open()
    #expect(try trusted.read { db in try db.projectNames() } == ["Home"])
    #expect(try trusted.integrityCheck().isEmpty)
  }

  private enum JSONSchema: DatabaseSchema {
    static let ddl = #"CREATE TABLE "note" ("id" INTEGER PRIMARY KEY, "tags" TEXT CHECK (json_valid("tags"))) STRICT;"#
    static let fingerprint = "json-1"
    static let tables = [_TableDescription(model: "Note", name: "note", columns: ["id", "tags"], primaryKey: ["id"])]
  }

  private static let unsafeJSON =
    "malformed database schema (note) - unsafe use of json_valid(): the file was opened with 'isUntrusted', and before "
    + "version 3.44 SQLite doesn't consider JSON functions and full-text indexes safe in the schema of such a file; "
    + "link a later version"

  @Test("A file with JSON that the library can't treat as untrusted isn't called damaged")
  func json() throws {
    let path = file.folder.appendingPathComponent("json.sqlite").path
    try SQLiteStore(path: path, schema: JSONSchema.self).close()
    let options = SQLiteOptions(isUntrusted: true)
    guard sqlite3_libversion_number() < 3_044_000 else {
      #expect(throws: Never.self) { try SQLiteStore(path: path, schema: JSONSchema.self, options: options) }
      return
    }
    let error = #expect(throws: DatabaseError.self) {
      try SQLiteStore(path: path, schema: JSONSchema.self, options: options)
    }
    #expect(error?.message == Self.unsafeJSON)
  }

  @Test("What uses or copies an open file, to whose schema another program adds JSON, fails with the reason")
  func laterJSON() throws {
    let store = try open()
    try RawDatabase(path: file.path).execute("CREATE TABLE note (tags TEXT CHECK (json_valid(tags)))")
    let copy = file.folder.appendingPathComponent("copy.sqlite").path
    let uses: [() throws -> Void] = [
      { try store.backup(to: copy) }, { try store.vacuum(into: copy, replacing: true) },
      { _ = try store.integrityCheck() }, { try store.optimize() }, { _ = try store.read { try $0.projectNames() } },
    ]
    for use in uses {
      guard sqlite3_libversion_number() < 3_044_000 else {
        #expect(throws: Never.self) { try use() }
        continue
      }
      let error = #expect(throws: DatabaseError.self) { try use() }
      #expect(error?.message == Self.unsafeJSON)
    }
    #expect(sqlite3_libversion_number() >= 3_044_000 || !FileManager.default.fileExists(atPath: copy))
  }

  private enum SearchSchema: DatabaseSchema {
    static let ddl = """
      CREATE TABLE "note" ("id" INTEGER PRIMARY KEY, "text" TEXT NOT NULL) STRICT;
      CREATE VIRTUAL TABLE "note_search" USING fts5("text", content='note', content_rowid='id');
      CREATE TRIGGER "note_insert" AFTER INSERT ON "note" BEGIN
        INSERT INTO "note_search" (rowid, "text") VALUES (NEW."id", NEW."text");
      END;
      """
    static let fingerprint = "search-1"
    static let tables = [_TableDescription(model: "Note", name: "note", columns: ["id", "text"], primaryKey: ["id"])]
  }

  @Test(
    "A file with a full-text index of the program is searched; by SQLite 3.40 to 3.43, writing to it is refused with the reason"
  )
  func fullText() throws {
    let path = file.folder.appendingPathComponent("search.sqlite").path
    let insert = _RenderedStatement(sql: "INSERT INTO note (text) VALUES ('Oil the door')")
    let trusted = try SQLiteStore(path: path, schema: SearchSchema.self)
    try trusted.write { db in _ = try db.execute(insert) }
    try trusted.close()
    let store = try SQLiteStore(path: path, schema: SearchSchema.self, options: SQLiteOptions(isUntrusted: true))
    func found() throws -> Int? {
      try store.read { db in
        try db.value("SELECT count(*) FROM note_search WHERE note_search MATCH 'oil'", as: Int.self)
      }
    }
    #expect(try found() == 1)
    guard (3_040_000..<3_044_000).contains(sqlite3_libversion_number()) else {
      try store.write { db in _ = try db.execute(insert) }
      #expect(try found() == 2)
      return
    }
    let error = #expect(throws: DatabaseError.self) { try store.write { db in _ = try db.execute(insert) } }
    #expect(
      error?.message.hasPrefix(#"unsafe use of virtual table "note_search": the file was opened with 'isUntrusted'"#)
        == true)
    #expect(try found() == 1)
  }

  @Test("A damaged file is refused with its findings")
  func damaged() throws {
    try RawDatabase(path: file.path).execute(
      "PRAGMA ignore_check_constraints = ON; INSERT INTO item (title, project_id) VALUES ('', 1)")
    #expect(
      throws: UntrustedFileError.damaged(
        path: file.path, findings: [.damage(message: "CHECK constraint failed in item")])
    ) { try open() }
  }

  @Test("Rows that reference missing rows aren't damage")
  func references() throws {
    try RawDatabase(path: file.path, foreignKeys: false).execute(
      "INSERT INTO item (title, project_id) VALUES ('Lost', 99)")
    #expect(try open().integrityCheck().count == 1)
  }
}
