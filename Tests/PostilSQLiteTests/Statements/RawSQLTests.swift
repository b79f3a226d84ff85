import PostilQuery
import PostilSQLite
import Testing

@Suite("Raw SQL in SQLite")
struct RawSQLTests {
  let store: SQLiteStore

  init() throws {
    store = try .inMemory(schema: TasksSchema.self)
    try store.write { db in for name in ["a", "b", "c"] { try db.insertProject(name) } }
  }

  @Test("A result with another number of columns than expected is refused before the first row")
  func columnCount() throws {
    try store.read { db in
      let sql = RawSQL("SELECT 1 AS a, 2 AS b")
      let error = try #require(throws: TransactionMisuse.self) { try sql.as(Int.self).fetchAll(in: db) }
      #expect(error == .columnCount(sql: "SELECT 1 AS a, 2 AS b", expected: 1, found: ["a", "b"]))
      #expect("\(error)" == "expected 1 columns, found 2 (a, b): SELECT 1 AS a, 2 AS b")
      #expect(try sql.as(Int.self, Int.self).fetchOne(in: db)?.1 == 2)
    }
  }

  @Test("A statement without results isn't run when rows are read")
  func noRows() throws {
    try store.write { db in
      let deletion = RawSQL("DELETE FROM project WHERE name = \("a")")
      let error = try #require(throws: TransactionMisuse.self) { try deletion.as(Int.self).fetchAll(in: db) }
      #expect(
        "\(error)"
          == "the statement returns no rows; use 'execute', or add 'RETURNING': DELETE FROM project WHERE name = ?1")
      #expect(try db.countProjects() == 3)
      let returning = RawSQL("DELETE FROM project WHERE name = \("a") RETURNING name")
      #expect(try returning.as(String.self).fetchAll(in: db) == ["a"])
      #expect(try RawSQL("DELETE FROM project WHERE name IN \(["b", "c", "d"])").execute(in: db) == 2)
    }
  }

  @Test("Raw SQL is a single statement, and writes only in a write transaction")
  func limits() throws {
    #expect(throws: TransactionMisuse.self) {
      try store.write { db in try RawSQL("DELETE FROM item; DELETE FROM project").execute(in: db) }
    }
    #expect(throws: (any Error).self) {
      try store.read { db in try RawSQL("DELETE FROM project RETURNING name").as(String.self).fetchAll(in: db) }
    }
    #expect(try store.read { db in try db.countProjects() } == 3)
  }
}
