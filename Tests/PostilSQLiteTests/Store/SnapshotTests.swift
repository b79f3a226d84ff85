import PostilQuery
import PostilTestSupport
import Testing

@testable import PostilSQLite

/// What `store.snapshot()` promises.
@Suite("Held snapshots", .timeLimit(.minutes(20)))
struct SnapshotTests {
  private let file: TemporaryFile
  private let store: SQLiteStore

  init() throws {
    file = try TemporaryFile()
    store = try file.open()
    try store.write { db in _ = try db.insertProject("Home") }
  }

  private func nestedNames(_ snapshot: SQLiteSnapshot) throws -> [String] {
    try snapshot.read { outer in
      try snapshot.read { db in
        #expect(try outer.projectNames() == db.projectNames())
        return try db.projectNames()
      }
    }
  }

  @Test("Every read of a snapshot sees the state at its beginning")
  func sameState() async throws {
    let snapshot = try store.snapshot()
    for name in ["a", "b"] {
      try await store.write { db in _ = try db.insertProject(name) }
      #expect(try await snapshot.read { db in try db.projectNames() } == ["Home"])
      #expect(try nestedNames(snapshot) == ["Home"])
    }
    #expect(try await store.read { db in try db.projectNames() } == ["Home", "a", "b"])
    #expect(try await store.snapshot().read { db in try db.projectNames() } == ["Home", "a", "b"])
  }

  @Test("A snapshot can be taken inside a write, and doesn't see it")
  func insideWrite() throws {
    try store.write { db in
      try db.insertProject("a")
      #expect(try store.snapshot().read { db in try db.projectNames() } == ["Home"])
    }
  }

  @Test("A snapshot only reads, and only inside its blocks")
  func misuse() throws {
    let snapshot = try store.snapshot()
    let ended = try snapshot.read { $0 }
    #expect(throws: TransactionMisuse.ended) { try ended.projectNames() }
    _ = try snapshot.read { _ in #expect(throws: TransactionMisuse.ended) { try ended.projectNames() } }
    #expect(throws: TransactionMisuse.closeInsideTransaction) { try snapshot.read { _ in try snapshot.close() } }
    #expect(throws: TransactionMisuse.closeInsideTransaction) { try snapshot.read { _ in try store.close() } }
    try snapshot.close()
    try snapshot.close()
    #expect(throws: TransactionMisuse.closed) { _ = try snapshot.read { db in try db.projectNames() } }
    #expect(throws: TransactionMisuse.ended) { try ended.projectNames() }
    let memory = try SQLiteStore.inMemory(schema: TasksSchema.self)
    #expect(throws: TransactionMisuse.snapshotInMemory) { try memory.snapshot() }
    guard SQLiteFeatures.hasNamedMemory else { return }
    let named = try SQLiteStore.inMemory(named: "snapshot-\(file.path)", schema: TasksSchema.self)
    #expect(throws: TransactionMisuse.snapshotInMemory) { try named.snapshot() }
  }

  @Test("A read of a snapshot has a timeout, and can be interrupted; the snapshot goes on")
  func limits() async throws {
    let snapshot = try store.snapshot()
    let endless = _RenderedStatement(
      sql: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0")
    await #expect(throws: TransactionTimeout(limit: .milliseconds(20))) {
      try await snapshot.read(timeout: .milliseconds(20)) { db in try db.forEachRow(endless) { _ in } }
    }
    let begun = Signal()
    let task = Task {
      try await snapshot.read { db in
        begun.signal()
        try db.forEachRow(endless) { _ in }
      }
    }
    await begun.arrival()
    store.interrupt()
    let error = await #expect(throws: DatabaseError.self) { try await task.value }
    #expect(error?.code == 9)
    #expect(try await snapshot.read { db in try db.projectNames() } == ["Home"])
  }

  @Test("Closing the store waits for a snapshot's block, or interrupts it")
  func closingWaits() async throws {
    let snapshot = try store.snapshot()
    let begun = Signal()
    let task = Task {
      try await snapshot.read { db in
        begun.signal()
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0"
        try db.forEachRow(_RenderedStatement(sql: endless)) { _ in }
      }
    }
    await begun.arrival()
    try await store.close(interrupting: true)
    let error = await #expect(throws: DatabaseError.self) { try await task.value }
    #expect(error?.code == 9)
    await #expect(throws: TransactionMisuse.closed) { try await snapshot.read { _ in } }
  }

  @Test("A cancelled read ends alone: the snapshot goes on")
  func cancellation() async throws {
    let snapshot = try store.snapshot()
    let task = Task {
      try await snapshot.read { db in
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0"
        try db.forEachRow(_RenderedStatement(sql: endless)) { _ in }
      }
    }
    try await Task.sleep(for: .milliseconds(20))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await store.write { db in _ = try db.insertProject("a") }
    #expect(try await snapshot.read { db in try db.projectNames() } == ["Home"])
  }

  @Test("A snapshot that is closed or released lets the log be reset; a kept one doesn't")
  func release() throws {
    /// Whether all of the log could be moved into the file: column 0 is 1 if a reader prevents that.
    func isBlocked() throws -> Bool {
      try RawDatabase(path: file.path).rows("PRAGMA wal_checkpoint(TRUNCATE)").first?.first == "1"
    }
    var snapshot: SQLiteSnapshot? = try store.snapshot()
    try store.write { db in _ = try db.insertProject("a") }
    #expect(try isBlocked())
    #expect(snapshot != nil)
    snapshot = nil
    #expect(try !isBlocked())
    let second = try store.snapshot()
    try store.write { db in _ = try db.insertProject("b") }
    #expect(try isBlocked())
    try second.close()
    #expect(try !isBlocked())
  }

  @Test("Closing the store closes its snapshots")
  func storeCloses() throws {
    let snapshot = try store.snapshot()
    try store.close()
    #expect(throws: TransactionMisuse.closed) { _ = try snapshot.read { db in try db.projectNames() } }
    #expect(throws: TransactionMisuse.closed) { try store.snapshot() }
  }

  @Test("A snapshot keeps its store open")
  func keepsStore() throws {
    var store: SQLiteStore? = try file.open()
    weak let weakStore = store
    var snapshot = try store?.snapshot()
    store = nil
    #expect(try snapshot?.read { db in try db.projectNames() } == ["Home"])
    snapshot = nil
    #expect(weakStore == nil)
  }
}
