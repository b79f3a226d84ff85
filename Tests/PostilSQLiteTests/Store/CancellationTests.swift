import PostilQuery
import PostilSQLite
import Testing

/// A cancelled task stops, wherever its `read` or `write` is.
@Suite(.timeLimit(.minutes(20))) struct CancellationTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  /// Without an interruption, this doesn't end.
  static let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"

  @Test func aCancellationIsNeverLost() async throws {
    try await promptly {
      let store = try file.open(SQLiteOptions(maximumConnections: 1))
      for round in 0..<1_000 {
        let hasBegun = Signal()
        let read = Task {
          try await store.read { db in
            hasBegun.signal()
            return try db.value(CancellationTests.endless, as: Int.self)
          }
        }
        // The statement is about to start, or has just started, in most of the rounds.
        await hasBegun.arrival(delay: round % 50) { read.cancel() }
        await #expect(throws: CancellationError.self) { try await read.value }
      }
      #expect(try await store.read { db in try db.countProjects() } == 0)
    }
  }

  @Test func aCancelledWriteIsRolledBack() async throws {
    try await promptly {
      let store = try file.open()
      let hasBegun = Signal()
      let write = Task {
        try await store.write { db in
          try db.insertProject("lost")
          hasBegun.signal()
          return try db.value(CancellationTests.endless, as: Int.self)
        }
      }
      await hasBegun.arrival()
      write.cancel()
      await #expect(throws: CancellationError.self) { try await write.value }
      try await store.write { db in try db.insertProject("kept") }
      #expect(try await store.read { db in try db.projectNames() } == ["kept"])
    }
  }

  @Test func aWriteThatCatchesItsCancellationIsRolledBackToo() async throws {
    let store = try file.open()
    let (hasBegun, isCancelled) = (Signal(), Signal())
    let write = Task {
      try await store.write { db in
        try db.insertProject("before")
        hasBegun.signal()
        isCancelled.wait()
        #expect(throws: CancellationError.self) { try db.insertProject("after") }
        #expect(throws: CancellationError.self) { try db.savepoint { try db.insertProject("in a savepoint") } }
        #expect(throws: CancellationError.self) { try store.write { inner in try inner.insertProject("nested") } }
      }
    }
    await hasBegun.arrival()
    write.cancel()
    isCancelled.signal()
    await #expect(throws: CancellationError.self) { try await write.value }
    #expect(try await store.read { db in try db.projectNames() } == [])
  }

  @Test func anErrorThatACancelledBlockThrowsInsteadIsReplaced() async throws {
    struct Wrapped: Error {}
    let store = try file.open()
    let (hasBegun, isCancelled) = (Signal(), Signal())
    let write = Task {
      try await store.write { db in
        hasBegun.signal()
        isCancelled.wait()
        do { try db.insertProject("x") } catch { throw Wrapped() }
      }
    }
    await hasBegun.arrival()
    write.cancel()
    isCancelled.signal()
    await #expect(throws: CancellationError.self) { try await write.value }
  }

  @Test func aCancelledTaskThatWaitsLeavesTheQueueAtOnce() async throws {
    let store = try file.open()
    let (hasBegun, release) = (Signal(), Signal())
    let running = Task {
      try await store.write { db in
        hasBegun.signal()
        release.wait()
        try db.insertProject("running")
      }
    }
    await hasBegun.arrival()
    let waiting = (0..<100).map { number in
      Task { try await store.write { db in try db.insertProject("\(number)") } }
    }
    for task in waiting where task != waiting[50] { task.cancel() }
    for task in waiting where task != waiting[50] {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    release.signal()
    try await running.value
    _ = try await waiting[50].value
    #expect(try await store.read { db in try db.projectNames() } == ["running", "50"])
  }
}
