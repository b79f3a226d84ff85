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
    ])
  func foreign(sql: String, objects: String) throws {
    try RawDatabase(path: file.path).execute(sql)
    let error = try #require(throws: UntrustedFileError.self) { try open() }
    #expect(
      "\(error)" == "'\(file.path)' is untrusted and contains \(objects), which the program's schema doesn't have; "
        + "drop them with another program, or copy the rows to a new file")
    #expect(throws: Never.self) { try file.open() }
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
