import CSQLite
import PostilQuery
import Testing

@testable import PostilSQLite

/// SQLite's C API inside of blocks.
@Suite("The handle of a connection")
struct HandleTests {
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private static func run(_ sql: String, _ handle: OpaquePointer) -> Int32 { sqlite3_exec(handle, sql, nil, nil, nil) }

  private func names(_ db: some ReadTransaction) throws -> [String] {
    try RawSQL("SELECT name FROM project ORDER BY id").as(String.self).fetchAll(in: db)
  }

  @Test("A 'write' block writes with it, in its transaction, and observations see that")
  func writes() async throws {
    let store = try file.open()
    var names = store.observe { db in try self.names(db) }.makeAsyncIterator()
    #expect(try await names.next() == [])
    try await store.write { db in
      try db.withHandle { handle in #expect(Self.run("INSERT INTO project (name) VALUES ('a')", handle) == SQLITE_OK) }
    }
    #expect(try await names.next() == ["a"])
    struct Stop: Error {}
    try? await store.write { db in
      try db.withHandle { handle in #expect(Self.run("DELETE FROM project", handle) == SQLITE_OK) }
      throw Stop()
    }
    #expect(try await store.read { db in try self.names(db) } == ["a"])
  }

  @Test("Statements are prepared again after it has changed the schema")
  func schema() throws {
    let store = try file.open()
    try store.write { db in
      _ = try db.insertProject("a")
      #expect(try names(db) == ["a"])
      try db.withHandle { handle in
        #expect(Self.run("ALTER TABLE project ADD COLUMN color TEXT DEFAULT 'red'", handle) == SQLITE_OK)
      }
      #expect(try RawSQL("SELECT color FROM project").as(String.self).fetchOnly(in: db) == "red")
    }
  }

  @Test("A 'read' block can't write with it: the connection of a file refuses that, and in memory it is undone")
  func read() throws {
    let write = "INSERT INTO project (name) VALUES ('a')"
    let store = try file.open()
    #expect(try store.read { db in try db.withHandle { handle in Self.run(write, handle) } } == SQLITE_READONLY)
    let inMemory = try SQLiteStore.inMemory(schema: TasksSchema.self)
    #expect(throws: TransactionMisuse.self) {
      try inMemory.read { db in try db.withHandle { handle in Self.run(write, handle) } }
    }
    for store in [store, inMemory] { #expect(try store.read { db in try names(db) } == []) }
  }

  @Test("It begins and ends no transactions, and can't be had after the block")
  func limits() throws {
    let store = try file.open()
    var ended: SQLiteWriteTransaction?
    try store.write { db in
      ended = db
      try db.withHandle { handle in
        for sql in ["COMMIT", "ROLLBACK", "SAVEPOINT a"] { #expect(Self.run(sql, handle) == SQLITE_AUTH) }
      }
    }
    #expect(throws: TransactionMisuse.self) { try ended?.withHandle { _ in } }
  }
}
