import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite("Integrity checks")
struct IntegrityTests {
  @Test("Broken references and violated constraints are found, each with its place")
  func findings() throws {
    let file = try TemporaryFile()
    let store = try file.open()
    try store.write { db in try db.insertItem("Oil the door", project: db.insertProject("Home")) }
    #expect(try store.integrityCheck() == [])
    let other = try RawDatabase(path: file.path, foreignKeys: false)
    try other.execute(
      """
      PRAGMA ignore_check_constraints = ON;
      INSERT INTO item (id, title, project_id) VALUES (7, 'Lost', 99), (8, '', 1);
      INSERT INTO item_tags VALUES (1, 5);
      """)
    let expected: [IntegrityFinding] = [
      .damage(message: "CHECK constraint failed in item"),
      .brokenReference(table: "item", rowID: 7, columns: ["project_id"], parent: "project"),
      .brokenReference(table: "item_tags", rowID: nil, columns: ["tag_id"], parent: "tag"),
    ]
    #expect(try store.integrityCheck() == expected)
    #expect(try store.integrityCheck(quick: true) == expected)
    #expect(
      expected.map(\.description) == [
        "CHECK constraint failed in item", "row 7 of 'item' references a missing row of 'project' (project_id)",
        "a row of 'item_tags' references a missing row of 'tag' (tag_id)",
      ])
    try other.execute("INSERT INTO item (title, project_id) VALUES ('a', 98), ('b', 98), ('c', 98)")
    #expect(try store.integrityCheck(limit: 2).count == 1 + 2 + 1)
  }

  @Test("An index that lacks a row is found by the full check only")
  func index() throws {
    let file = try TemporaryFile()
    let store = try file.open()
    try store.write { db in try db.insertItem("Oil the door", project: db.insertProject("Home")) }
    let other = try RawDatabase(path: file.path)
    try other.execute(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = sql || ' WHERE "project_id" > 5' WHERE name = 'item_project_id';
      """)
    try store.close()
    let damaged = try SQLiteStore(path: file.path, schema: PartialSchema.self)
    #expect(try damaged.integrityCheck(quick: true) == [])
    #expect(try damaged.integrityCheck() == [.damage(message: "wrong # of entries in index item_project_id")])
  }

  /// The schema with the index that the test has changed.
  private enum PartialSchema: DatabaseSchema {
    static let ddl = TasksSchema.ddl.replacing(
      #"ON "item" ("project_id");"#, with: #"ON "item" ("project_id") WHERE "project_id" > 5;"#)
    static let fingerprint = "partial"
    static let tables = TasksSchema.tables
  }
}
