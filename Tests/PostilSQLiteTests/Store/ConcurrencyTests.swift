import Foundation
import PostilQuery
import PostilSQLite
import Testing

// What deadlocks fails rather than keeping everybody waiting.
@Suite(.timeLimit(.minutes(20))) struct ConcurrencyTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  @Test func asyncReadsAndWritesReturnWhatTheirBlocksDo() async throws {
    let store = try file.open()
    let id = try await store.write { db in try db.insertProject("Home") }
    let names = try await store.read { db in try db.projectNames() }
    #expect(id == 1 && names == ["Home"])
    await #expect(throws: ConstraintViolation.unique(table: "project", columns: ["name"])) {
      try await store.write { db in try db.insertProject("Home") }
    }
    await #expect(throws: TransactionMisuse.writeInsideRead) {
      try await store.read { _ in try store.write { db in try db.insertProject("Work") } }
    }
    let nested = try await store.write { outer in
      try outer.insertProject("outer")
      try store.write { inner in try inner.insertProject("inner") }
      return try store.read { db in try db.countProjects() }
    }
    #expect(nested == 3)
  }

  @Test func aReaderKeepsItsSnapshotWhileAWriterCommits() async throws {
    let store = try file.open()
    try await store.write { db in try db.insertProject("0") }
    let counts = try await store.read { db in
      var counts: [Int] = []
      for number in 1...20 {
        counts.append(try db.countProjects())
        onAnotherThread { _ = try store.write { db in try db.insertProject("\(number)") } }
      }
      return counts
    }
    #expect(counts == Array(repeating: 1, count: 20))
    #expect(try await store.read { db in try db.countProjects() } == 21)
  }

  @Test func manyReadersAndWritersAtOnceSeeWholeTransactionsOnly() async throws {
    let store = try file.open(SQLiteOptions(durability: .normal, maximumConnections: 3))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<20 {
        group.addTask {
          for number in 0..<10 {
            try await store.write { db in
              try db.insertProject("\(writer) \(number) a")
              try db.insertProject("\(writer) \(number) b")
            }
          }
        }
        group.addTask {
          var last = 0
          for _ in 0..<20 {
            let counts = try await store.read { db in [try db.countProjects(), try db.projectNames().count] }
            #expect(counts[0] == counts[1] && counts[0] % 2 == 0 && counts[0] >= last)
            last = counts[0]
          }
        }
        group.addTask {
          // Blocks of threads and of tasks wait in the same line.
          onAnotherThread {
            try store.write { db in
              try db.insertProject("\(writer) thread a")
              try db.insertProject("\(writer) thread b")
            }
            let count = try store.read { db in try db.countProjects() }
            #expect(count % 2 == 0)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.read { db in try db.countProjects() } == 440)
  }

  @Test func moreTasksThanReadersAllGetTheirTurn() async throws {
    let store = try file.open(SQLiteOptions(maximumConnections: 2))
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<2_000 {
        group.addTask { try await store.read { db in try db.value("SELECT ?1", .integer(Int64(number))) ?? 0 } }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 1_999_000)
  }

  @Test func blocksThatWaitDoNotHoldUpSwiftsOwnThreads() async throws {
    let readers = ProcessInfo.processInfo.activeProcessorCount * 2 + 2
    let store = try file.open(SQLiteOptions(maximumConnections: readers))
    let (hasBegun, release) = (Signal(), Signal())
    let reads = (0..<readers).map { _ in
      Task {
        try await store.read { db in
          hasBegun.signal()
          release.wait()
          return try db.countProjects()
        }
      }
    }
    for _ in 0..<readers { await hasBegun.arrival() }
    // Every block waits for a task, which needs a thread of Swift's to run on.
    await Task { for _ in 0..<readers { release.signal() } }.value
    for read in reads { #expect(try await read.value == 0) }
  }

  @Test func anInMemoryStoreServesTasksOneAtATime() async throws {
    let store = try SQLiteStore.inMemory(schema: TasksSchema.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask { _ = try await store.write { db in try db.insertProject("\(number)") } }
        group.addTask { _ = try await store.read { db in try db.countProjects() } }
      }
      try await group.waitForAll()
    }
    #expect(try await store.read { db in try db.countProjects() } == 100)
  }

  @Test func aCancelledTaskDoesNotBeginToWrite() async throws {
    let store = try file.open()
    let (isBlocked, release) = (Signal(), Signal())
    let blocking = Task {
      try await store.write { db in
        isBlocked.signal()
        release.wait()
        try db.insertProject("blocking")
      }
    }
    await isBlocked.arrival()
    let waiting = Task { try await store.write { db in try db.insertProject("cancelled") } }
    let last = Task { try await store.write { db in try db.insertProject("last") } }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    release.signal()
    _ = try await blocking.value
    _ = try await last.value
    #expect(try await store.read { db in try db.projectNames() } == ["blocking", "last"])
  }

  @Test func aTaskThatIsCancelledAlreadyDoesNothing() async throws {
    let store = try file.open()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      await #expect(throws: CancellationError.self) { try await store.write { db in try db.insertProject("x") } }
      await #expect(throws: CancellationError.self) { try await store.read { db in try db.countProjects() } }
    }
    task.cancel()
    await task.value
    #expect(try await store.read { db in try db.countProjects() } == 0)
  }

  @Test func aReadThatRunsIsInterruptedWhenItsTaskIsCancelled() async throws {
    try await promptly {
      let store = try file.open(SQLiteOptions(maximumConnections: 1))
      let hasBegun = Signal()
      let endless = Task {
        try await store.read { db in
          hasBegun.signal()
          // Without the interruption this does not end.
          return try db.value(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n", as: Int.self)
        }
      }
      await hasBegun.arrival()
      endless.cancel()
      await #expect(throws: CancellationError.self) { try await endless.value }
      // The connection is as good as new for the next one.
      #expect(try await store.read { db in try db.countProjects() } == 0)
    }
  }

  @Test func aReadThatSwallowsItsCancellationReadsNothingMore() async throws {
    let store = try file.open(SQLiteOptions(maximumConnections: 1))
    let (hasBegun, isCancelled) = (Signal(), Signal())
    let task = Task {
      try await store.read { db in
        hasBegun.signal()
        isCancelled.wait()
        #expect(throws: CancellationError.self) { try db.countProjects() }
        return 7
      }
    }
    await hasBegun.arrival()
    task.cancel()
    isCancelled.signal()
    #expect(try await task.value == 7)
    #expect(try await store.read { db in try db.countProjects() } == 0)
  }
}
