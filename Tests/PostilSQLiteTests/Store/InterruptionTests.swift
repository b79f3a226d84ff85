import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

/// `interrupt()` and the timeouts of blocks stop what runs.
@Suite(.timeLimit(.minutes(20))) struct InterruptionTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func isInterruption(_ error: any Error) -> Bool {
    "\(error)" == "SQLite error 9 (extended 9): 'interrupt' was called on the store"
  }

  @Test func anInterruptionStopsAllBlocksThatRun() async throws {
    try await promptly {
      let store = try file.open()
      let hasBegun = Signal()
      let reads = (0..<3).map { _ in
        Task {
          try await store.read { db in
            hasBegun.signal()
            return try db.value(CancellationTests.endless, as: Int.self)
          }
        }
      }
      let write = Task {
        try await onAnotherThread {
          try store.write { db in
            try db.insertProject("lost")
            hasBegun.signal()
            return try db.value(CancellationTests.endless, as: Int.self)
          }
        }
      }
      for _ in 0..<4 { await hasBegun.arrival() }
      store.interrupt()
      for task in reads + [write] {
        await #expect(performing: { try await task.value }, throws: isInterruption)
      }
      // The store can be used as before.
      try await store.write { db in try db.insertProject("kept") }
      #expect(try await store.read { db in try db.projectNames() } == ["kept"])
      store.interrupt()
      #expect(try await store.read { db in try db.projectNames() } == ["kept"])
    }
  }

  @Test func anInterruptedBlockRunsNoFurtherStatement() throws {
    let store = try file.open()
    var refused: [any Error] = []
    func refuse(_ body: () throws -> Void) { do { try body() } catch { refused.append(error) } }
    refuse {
      try store.write { db in
        try db.insertProject("before")
        store.interrupt()
        refuse { try db.insertProject("after") }
        refuse { try db.savepoint {} }
      }
    }
    #expect(refused.count == 3 && refused.allSatisfy(isInterruption))
    #expect(try store.read { db in try db.countProjects() } == 0)
  }

  @Test func aBlockEndsAtItsTimeout() async throws {
    let store = try file.open()
    let timeout = TransactionTimeout(limit: .milliseconds(30))
    #expect(throws: timeout) {
      try store.write(timeout: .milliseconds(30)) { db in
        try db.insertProject("lost")
        return try db.value(CancellationTests.endless, as: Int.self)
      }
    }
    #expect(throws: timeout) {
      try store.read(timeout: .milliseconds(30)) { db in try db.value(CancellationTests.endless, as: Int.self) }
    }
    await #expect(throws: timeout) {
      try await store.write(timeout: .milliseconds(30)) { db in
        try db.insertProject("lost")
        return try db.value(CancellationTests.endless, as: Int.self)
      }
    }
    await #expect(throws: timeout) {
      try await store.read(timeout: .milliseconds(30)) { db in
        // No single statement takes long.
        while true { _ = try db.countProjects() }
      }
    }
    #expect(try await store.read(timeout: .seconds(60)) { db in try db.projectNames() } == [])
    #expect(timeout.description == "the transaction took longer than its timeout of 0.03 s; nothing was changed")
  }

  @Test func manyTimeoutsEndTheirOwnBlocksOnly() async throws {
    let store = try file.open(SQLiteOptions(durability: .normal, maximumConnections: 40))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          try await store.write(timeout: .seconds(100 + number)) { db in _ = try db.insertProject("\(number)") }
        }
        group.addTask {
          await #expect(throws: TransactionTimeout(limit: .milliseconds(200))) {
            try await store.read(timeout: .milliseconds(200)) { db in while true { _ = try db.countProjects() } }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.read { db in try db.countProjects() } == 40)
  }

  @Test func aTimeoutAlsoEndsTheWaitForAnotherProcess() async throws {
    let store = try file.open(SQLiteOptions(busyTimeout: .seconds(120)))
    let other = try RawDatabase(path: file.path)
    try other.execute("BEGIN IMMEDIATE")
    #expect(throws: TransactionTimeout(limit: .milliseconds(30))) {
      try store.write(timeout: .milliseconds(30)) { db in try db.insertProject("lost") }
    }
    let hasBegun = Signal()
    let write = Task {
      hasBegun.signal()
      return try await store.write { db in try db.insertProject("cancelled") }
    }
    await hasBegun.arrival()
    write.cancel()
    await #expect(throws: CancellationError.self) { try await write.value }
    try other.execute("ROLLBACK")
    try await store.write { db in try db.insertProject("kept") }
    #expect(try await store.read { db in try db.projectNames() } == ["kept"])
  }
}
