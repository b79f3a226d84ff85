import PostilQuery
import Testing

@testable import PostilSQLite

/// What `db.afterCommit` promises.
@Suite("After a commit")
struct AfterCommitTests {
  private let file: TemporaryFile
  private let log = Recorder<String>()
  private struct Stop: Error {}

  init() throws { file = try TemporaryFile() }

  private func stores() throws -> [SQLiteStore] { [try file.open(), try .inMemory(schema: TasksSchema.self)] }

  private func add(_ text: String, _ db: SQLiteWriteTransaction) throws {
    try db.afterCommit { [log] in log.append(text) }
  }

  /// Chooses the calls that block the thread.
  private func synchronously<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

  @Test("It runs once, after the outermost transaction is committed, in order, before 'write' returns")
  func order() async throws {
    for store in try stores() {
      try synchronously {
        try store.write { db in
          try add("1", db)
          try store.write { inner in try add("2", inner) }
          try db.savepoint { try add("3", db) }
          #expect(log.values == [])
        }
      }
      #expect(log.drain() == ["1", "2", "3"])
      try await store.write { [log] db in try db.afterCommit { log.append("4") } }
      #expect(log.drain() == ["4"])
      try await store.write { db in _ = try db.insertProject("\(store.path)") }
      #expect(log.drain() == [])
    }
  }

  @Test("It doesn't run if the transaction or the savepoint is rolled back, or the commit fails")
  func rollback() async throws {
    for store in try stores() {
      #expect(throws: Stop.self) {
        try synchronously {
          try store.write { db in
            try add("lost", db)
            throw Stop()
          }
        }
      }
      await #expect(throws: Stop.self) {
        try await store.write { [log] db in
          try db.afterCommit { log.append("lost") }
          throw Stop()
        }
      }
      #expect(throws: ConstraintViolation.self) {
        try synchronously {
          try store.write { db in
            try add("lost", db)
            try db.insertItem("an item of no project", project: 77)
          }
        }
      }
      try synchronously {
        try store.write { db in
          try add("1", db)
          try? db.savepoint {
            try add("lost", db)
            try db.savepoint { try add("lost", db) }
            throw Stop()
          }
          try? store.write { inner in
            try add("lost", inner)
            throw Stop()
          }
          try db.savepoint { try add("2", db) }
        }
      }
      #expect(log.drain() == ["1", "2"])
    }
  }

  @Test("It may use the store, which has the changes by then; an ended transaction refuses it")
  func usesStore() throws {
    for store in try stores() {
      let count = try store.read { db in try db.countProjects() }
      let ended = try store.write { [log] db in
        try db.insertProject("1")
        try db.afterCommit {
          do {
            try store.write { db in _ = try db.insertProject("2") }
            log.append("\(try store.read { db in try db.countProjects() } - count)")
          } catch {
            Issue.record(error)
          }
        }
        return db
      }
      #expect(log.drain() == ["2"])
      #expect(throws: TransactionMisuse.ended) { try ended.afterCommit {} }
    }
  }

  @Test("It doesn't run if the task of 'write' is cancelled before the commit")
  func cancellation() async throws {
    let store = try file.open()
    let task = Task { [log] in
      try await store.write { db in
        try db.afterCommit { log.append("lost") }
        while !Task.isCancelled {}
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.drain() == [])
  }

  @Test("A step of the migrations runs it when the step is committed")
  func migration() throws {
    let header = "-- @migration(schema: \"\(TasksSchema.fingerprint)\")\n"
    let create = SchemaMigrations.File(name: "1_create", sql: header + TasksSchema.ddl)
    let migrations = SchemaMigrations([create]).step("fill", after: "1_create") { [log] db in
      try db.insertProject("Home")
      try db.afterCommit { log.append("filled") }
    }
    let store = try SQLiteStore.inMemory(schema: TasksSchema.self, migrations: migrations)
    #expect(log.drain() == ["filled"])
    try store.write { db in try db.insertProject("Garden") }
    #expect(log.drain() == [])
  }

  @Test("What it holds is freed afterwards")
  func freed() throws {
    final class Resource: Sendable {}
    let store = try file.open()
    weak var resource: Resource?
    try store.write { db in
      let held = Resource()
      resource = held
      try db.afterCommit { _ = held }
      #expect(resource != nil)
    }
    #expect(resource == nil)
  }
}
