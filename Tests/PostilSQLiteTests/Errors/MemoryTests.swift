import CSQLite
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite("Exhausted memory", .enabled(if: SQLiteFeatures.countsMemory))
struct MemoryTests {
  @Test("Reading a text that doesn't fit into memory is an error")
  func text() async {
    // The limit is that of the process.
    await #expect(processExitsWith: .success) {
      let file = try TemporaryFile()
      // The text has to be converted, which needs memory.
      try RawDatabase(path: file.path).execute("PRAGMA encoding = 'UTF-16';" + TasksSchema.ddl)
      let store = try file.open()
      try store.write { db in _ = try db.insertProject(String(repeating: "x", count: 8_000_000)) }
      let error = try #require(throws: DatabaseError.self) {
        try store.read { db in
          try db.forEachRow(Statements.projectNames, bind: { _ in }) { row in
            sqlite3_hard_heap_limit64(sqlite3_memory_used() + 100_000)
            _ = try row.read(String.self)
          }
        }
      }
      sqlite3_hard_heap_limit64(0)
      try #require(error.code == SQLITE_NOMEM)
      try #require(try store.read { db in try db.countProjects() } == 1)
    }
  }

  @Test("Reading returned rows that don't fit into memory is an error, and the change can be undone")
  func returnedRows() async {
    await #expect(processExitsWith: .success) {
      let store = try SQLiteStore.inMemory(schema: TasksSchema.self)
      try store.write { db in _ = try db.insertProject("kept") }
      let change: RawSQL = #"UPDATE "project" SET "name" = 'lost' RETURNING zeroblob(8000000)"#
      sqlite3_hard_heap_limit64(sqlite3_memory_used() + 1_000_000)
      let error = try #require(throws: DatabaseError.self) {
        try store.write { db in try change.as([UInt8].self).forEach(in: db) { _ in } }
      }
      sqlite3_hard_heap_limit64(0)
      try #require(error.code == SQLITE_NOMEM)
      try #require(try store.read { db in try db.projectNames() } == ["kept"])
    }
  }
}
