import PostilQuery
import PostilSQLite
import Testing

/// The blocks of async `read` and `write` run in the calling task, on a thread that may block.
@Suite(.timeLimit(.minutes(20))) struct TaskTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  @TaskLocal private static var request = "none"

  @Test func aBlockReadsTheTaskLocalValuesOfItsCaller() async throws {
    let store = try file.open()
    let seen = try await Self.$request.withValue("request 7") {
      let read = try await store.read { _ in Self.request }
      return [read, try await store.write { _ in Self.request }]
    }
    #expect(seen == ["request 7", "request 7"])
    #expect(try await store.read { _ in Self.request } == "none")
    // This is how a failure inside a block becomes a failure of its test.
    #expect(try await store.read { _ in Test.current?.name } == "aBlockReadsTheTaskLocalValuesOfItsCaller()")
  }

  @Test func aBlockHasThePriorityOfItsCaller() async throws {
    let store = try file.open()
    for priority in [TaskPriority.high, .background] {
      let seen = Recorder<TaskPriority>()
      let done = Signal()
      Task.detached(priority: priority) {
        try? await store.read { _ in seen.append(Task.currentPriority) }
        try? await store.write { _ in seen.append(Task.currentPriority) }
        done.signal()
      }
      await done.arrival()
      #expect(seen.values == [priority, priority])
    }
  }

  @Test func aBlockDetectsThatItsTaskWasCancelled() async throws {
    let store = try file.open()
    let (hasBegun, isCancelled) = (Signal(), Signal())
    let task = Task {
      try await store.read { _ in
        let before = Task.isCancelled
        hasBegun.signal()
        isCancelled.wait()
        return [before, Task.isCancelled]
      }
    }
    await hasBegun.arrival()
    task.cancel()
    isCancelled.signal()
    #expect(try await task.value == [false, true])
  }

  /// The synchronous version.
  private func insert(_ name: String, into store: SQLiteStore) throws {
    try store.write { db in _ = try db.insertProject(name) }
  }

  @Test func synchronousWritesThatBlockAllOfSwiftsThreadsWaitForAsyncOnes() async throws {
    let store = try file.open(SQLiteOptions(durability: .normal))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask { try insert("synchronous \(number)", into: store) }
        group.addTask { _ = try await store.write { db in try db.insertProject("async \(number)") } }
      }
      try await group.waitForAll()
    }
    #expect(try await store.read { db in try db.countProjects() } == 200)
  }

  @Test func aBlockReturnsToTheActorOfItsCaller() async throws {
    let store = try file.open()
    try await Task { @MainActor in
      try await store.write { db in try db.insertProject("Home") }
      MainActor.assertIsolated()
      await #expect(throws: ConstraintViolation.self) {
        try await store.write { db in try db.insertProject("Home") }
      }
      MainActor.assertIsolated()
    }.value
  }
}
