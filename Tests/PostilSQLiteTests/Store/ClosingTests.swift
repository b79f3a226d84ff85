import CSQLite
import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ClosingTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  @Test func closingWaitsForWhatRunsAndTurnsAwayWhoWaits() async throws {
    let store = try file.open()
    let (hasBegun, release) = (Signal(), Signal())
    let running = Task {
      try await store.write { db in
        hasBegun.signal()
        release.wait()
        return try db.insertProject("running")
      }
    }
    await hasBegun.arrival()
    let waiting = Task { try await store.write { db in try db.insertProject("waiting") } }
    let closing = Task { try await store.close() }
    await #expect(throws: TransactionMisuse.closed) { try await waiting.value }
    release.signal()
    #expect(try await running.value == 1)
    try await closing.value
    #expect(try await file.open().read { db in try db.projectNames() } == ["running"])
  }

  @Test func everyCallerOfCloseReturnsWhenTheStoreIsClosed() async throws {
    let store = try file.open()
    try await store.write { db in try db.insertProject("Home") }
    let (hasBegun, release) = (Signal(), Signal())
    let running = Task {
      try await store.read { db in
        hasBegun.signal()
        release.wait()
        return try db.countProjects()
      }
    }
    await hasBegun.arrival()
    let closed = Recorder<Bool>()
    let log = file.path + "-wal"
    let closing = (0..<6).map { number in
      Task {
        if number % 2 == 0 { try await store.close() } else { try await onAnotherThread { try store.close() } }
        closed.append(!FileManager.default.fileExists(atPath: log))
      }
    }
    // All of them wait, or would have returned by now.
    try await Task.sleep(for: .milliseconds(100))
    #expect(closed.values == [])
    release.signal()
    #expect(try await running.value == 1)
    for task in closing { try await task.value }
    #expect(closed.values == Array(repeating: true, count: 6))
    try await store.close()
  }

  @Test func closingCanInterruptWhatRuns() async throws {
    try await promptly {
      let store = try file.open()
      let hasBegun = Signal()
      let read = Task {
        try await store.read { db in
          hasBegun.signal()
          return try db.value(CancellationTests.endless, as: Int.self)
        }
      }
      let write = Task {
        try await store.write { db in
          try db.insertProject("lost")
          hasBegun.signal()
          return try db.value(CancellationTests.endless, as: Int.self)
        }
      }
      for _ in 0..<2 { await hasBegun.arrival() }
      try await store.close(interrupting: true)
      for task in [read, write] {
        let error = await #expect(throws: DatabaseError.self) { try await task.value }
        #expect(error?.code == SQLITE_INTERRUPT)
      }
      #expect(try await file.open().read { db in try db.projectNames() } == [])
    }
  }

  @Test func closingReportsThatTheLogCouldNotBeCopied() throws {
    let store = try file.open(SQLiteOptions(optimizeInterval: nil))
    try store.write { db in try db.insertProject("kept") }
    // Another program has cut off the log.
    let log = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path + "-wal"))
    try log.truncate(atOffset: 0)
    try log.close()
    let error = #expect(throws: DatabaseError.self) { try store.close() }
    #expect(error?.code == SQLITE_IOERR)
    #expect(throws: TransactionMisuse.closed) { try store.read { db in try db.countProjects() } }
    try store.close()
  }

  @Test func aStoreThatIsReleasedByTheMainActorIsClosedInTheBackground() async throws {
    let path = file.path
    /// Whether the store is closed when it has been released.
    @Sendable func release() throws -> Bool {
      do {
        let store = try SQLiteStore(path: path, schema: TasksSchema.self)
        try store.write { db in _ = try db.insertProject("\(Int.random(in: 0...Int.max))") }
      }
      return !FileManager.default.fileExists(atPath: path + "-wal")
    }
    #expect(try release())
    _ = try await Task { @MainActor in try release() }.value
    for _ in 0..<2_000 where FileManager.default.fileExists(atPath: path + "-wal") {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }
}
