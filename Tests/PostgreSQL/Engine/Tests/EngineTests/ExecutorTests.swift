import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  @Suite("Tasks on the threads of a store", .timeLimit(.minutes(20)))
  struct Executor {
    private func store(connections: Int) async throws -> PostgreSQLStore {
      try await Server.emptyStore(PostgreSQLOptions(maximumConnections: connections))
    }

    @Test("Their blocks run without a change of threads, and those of other tasks on another thread")
    func sameThread() async throws {
      let store = try await store(connections: 2)
      try await withTaskExecutorPreference(store.taskExecutor) {
        for _ in 0..<10 {
          let outside = thread()
          let threads = try await [store.read { _ in thread() }, store.write { _ in thread() }, thread()]
          #expect(threads == [outside, outside, outside])
        }
      }
      let outside = thread()
      #expect(try await store.read { _ in thread() } != outside)
    }

    @Test("Each of many tasks gets its turn on few connections, beside tasks on other threads")
    func turns() async throws {
      let store = try await store(connections: 2)
      let started = Counter()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
          group.addTask(executorPreference: number < 30 ? store.taskExecutor : nil) {
            _ = started.next()
            _ = try await store.write { db in try Project.Draft(name: "\(number)").insert(in: db) }
            // A task that kept its thread would wait for ever for those that have none.
            while started.value < 40 { _ = try await store.read { db in try Project.all.count(in: db) } }
          }
        }
        try await group.waitForAll()
      }
      let names = try await store.read { db in try Set(Project.all.select { $0.name }.fetchAll(in: db)) }
      #expect(names.count == 40)
    }

    @Test("Functions that wait for a connection on the thread don't stop the tasks that have one")
    func waitingThreads() async throws {
      let store = try await store(connections: 1)
      @Sendable func count() throws -> Int { try store.read { db in try Project.all.count(in: db) } }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          group.addTask(executorPreference: number < 15 ? store.taskExecutor : nil) {
            for round in 0..<20 {
              _ = try await store.write { db in try Project.Draft(name: "\(number).\(round)").insert(in: db) }
              if number < 15 { _ = try count() }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try count() == 400)
    }

    @Test("A block that takes too long, a cancelled one and one of a closed store throw what they throw elsewhere")
    func errors() async throws {
      let store = try await store(connections: 1)
      func read(timeout: Duration? = nil) async throws {
        try await withTaskExecutorPreference(store.taskExecutor) {
          try await store.read(timeout: timeout) { db in try sleep(in: db) }
        }
      }
      await #expect(throws: TransactionTimeout.self) { try await read(timeout: .milliseconds(200)) }
      let task = Task { try await read() }
      try await Task.sleep(for: .milliseconds(200))
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await withTaskExecutorPreference(store.taskExecutor) {
        let count = try await store.read { db in try Project.all.count(in: db) }
        #expect(count == 0)
        try await store.close()
        // The tasks go on without the store.
        try await Task.sleep(for: .milliseconds(10))
      }
      await #expect(throws: TransactionMisuse.closed) { try await read() }
    }

    private func sleep(in db: PostgreSQLReadTransaction) throws {
      _ = try RawSQL("SELECT 1 FROM pg_sleep(600)").as(Int.self).fetchAll(in: db)
    }
  }
}

/// The thread that runs this.
private func thread() -> String { "\(pthread_self())" }
