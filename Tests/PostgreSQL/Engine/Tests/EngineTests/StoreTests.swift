import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  @Suite("The store")
  struct Store {
    private func counter(_ store: PostgreSQLStore) async throws -> Project.ID {
      try await store.write { db in try Project.Draft(name: "0").insert(in: db).id }
    }

    private func increment(_ id: Project.ID, _ db: PostgreSQLWriteTransaction) throws {
      var project = try Project.find(id, in: db)
      project.name = "\((Int(project.name) ?? 0) + 1)"
      try project.update(in: db)
    }

    @Test("Blocks that conflict are run again, so that no change is lost")
    func conflicts() async throws {
      let store = try await Server.emptyStore()
      let id = try await counter(store)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<10 {
          group.addTask {
            for _ in 0..<10 { try await store.write { db in try increment(id, db) } }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await store.read { db in try Project.find(id, in: db).name } == "100")
    }

    @Test("A block that conflicts too often throws, and nothing is changed")
    func tooManyConflicts() async throws {
      var options = PostgreSQLOptions()
      options.maximumAttempts = 2
      let store = try await Server.emptyStore(options)
      let other = try await PostgreSQLStore(Server.url ?? "", schema: EngineTestsSchema.self)
      let id = try await counter(store)
      let error = await #expect(throws: TransactionConflict.self) {
        try await store.write { db in
          _ = try Project.find(id, in: db)
          // Another transaction changes the row in between, each time.
          try other.write { db in try increment(id, db) }
          try increment(id, db)
        }
      }
      #expect(error?.attempts == 2)
      #expect(error?.last.code == "40001")
      #expect(try await store.read { db in try Project.find(id, in: db).name } == "2")
    }

    @Test("On PostgreSQL, all blocks are on a single shard, so requiring that changes nothing")
    func singleShard() async throws {
      let store = try await Server.emptyStore()
      try await store.write { db in
        _ = try Tag.Draft(name: "a").insert(in: db)
        try db.requireSingleShard()
        try db.savepoint {
          try db.requireSingleShard()
          _ = try Tag.Draft(name: "b").insert(in: db)
        }
      }
      let count = try await store.read { db in
        try db.requireSingleShard()
        return try Tag.all.count(in: db)
      }
      #expect(count == 2)
    }

    @Test("A block that throws changes nothing, and a read block can't write")
    func rollback() async throws {
      struct Stop: Error {}
      let store = try await Server.emptyStore()
      await #expect(throws: Stop.self) {
        try await store.write { db in
          _ = try Tag.Draft(name: "a").insert(in: db)
          throw Stop()
        }
      }
      #expect(try await store.read { db in try Tag.all.count(in: db) } == 0)
      func nested() throws {
        #expect(throws: TransactionMisuse.writeInsideRead) {
          try store.read { _ in try store.write { _ in } }
        }
        try store.write { db in
          _ = try Tag.Draft(name: "a").insert(in: db)
          #expect(throws: Stop.self) {
            try store.write { db in
              _ = try Tag.Draft(name: "b").insert(in: db)
              throw Stop()
            }
          }
        }
      }
      try nested()
      let names = try await store.read { db in try Tag.select { $0.name }.fetchAll(in: db) }
      #expect(names == ["a"])
    }

    @Test("Cancelling a task stops its statement, and the connection stays usable", .timeLimit(.minutes(20)))
    func cancellation() async throws {
      var options = PostgreSQLOptions()
      options.maximumConnections = 1
      let store = try await Server.emptyStore(options)
      let task = Task {
        try await store.read { db in try RawSQL("SELECT 1 FROM pg_sleep(50)").as(Int.self).fetchAll(in: db) }
      }
      try await Task.sleep(for: .milliseconds(300))
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      let one: Int = try await store.read { db in try RawSQL("SELECT 1").as(Int.self).fetchOnly(in: db) }
      #expect(one == 1)
    }

    @Test("A block that takes too long is stopped, and the connection stays usable", .timeLimit(.minutes(20)))
    func timeout() async throws {
      var options = PostgreSQLOptions()
      options.maximumConnections = 1
      let store = try await Server.emptyStore(options)
      await #expect(throws: TransactionTimeout(limit: .milliseconds(200))) {
        try await store.write(timeout: .milliseconds(200)) { db in
          _ = try RawSQL("SELECT 1 FROM pg_sleep(50)").as(Int.self).fetchAll(in: db)
        }
      }
      func onThread() throws {
        #expect(throws: TransactionTimeout(limit: .milliseconds(200))) {
          try store.read(timeout: .milliseconds(200)) { db in
            // It isn't the statement that takes long.
            while true { _ = try Tag.all.count(in: db) }
          }
        }
      }
      try onThread()
      #expect(try await store.read(timeout: .seconds(10)) { db in try Tag.all.count(in: db) } == 0)
    }

    @Test("A connection that the server ended is replaced, and its block says that nothing was committed")
    func reconnection() async throws {
      var options = PostgreSQLOptions()
      options.maximumConnections = 1
      let store = try await Server.emptyStore(options)
      let error = await #expect(throws: ConnectionLost.self) {
        try await store.write { db in
          _ = try Tag.Draft(name: "a").insert(in: db)
          _ = try RawSQL("SELECT pg_terminate_backend(pg_backend_pid())").as(Bool.self).fetchAll(in: db)
        }
      }
      #expect(error?.isOutcomeUnknown == false)
      #expect(try await store.read { db in try Tag.all.count(in: db) } == 0)
    }

    @Test("A database without the program's tables is refused when the store opens")
    func missingTables() async throws {
      _ = try await Server.emptyStore()
      let url = (Server.url ?? "").replacing("/engine", with: "/postgres")
      let error = await #expect(throws: SchemaMismatch.self) {
        _ = try await PostgreSQLStore(url, schema: EngineTestsSchema.self)
      }
      #expect(error?.differences.contains(.missing(kind: "table", name: "item")) == true)
      #expect("\(error, default: "")".contains("file") == false)
      #expect("\(error, default: "")".contains("postil migrate apply"))
    }

    @Test(
      "Statements that aren't prepared on the server have the same results, and two stores don't disturb each other")
    func unprepared() async throws {
      var options = PostgreSQLOptions()
      options.preparesStatements = false
      let store = try await Server.emptyStore(options)
      let id = try await counter(store)
      for _ in 0..<3 { try await store.write { db in try increment(id, db) } }
      #expect(try await store.read { db in try Project.find(id, in: db).name } == "3")
    }

    @Test("SQL that has no equivalent names the reason and what to write")
    func notTranslated() async throws {
      let store = try await Server.emptyStore()
      let error = await #expect(throws: StatementNotTranslated.self) {
        try await store.read { db in
          try Item.where { SQLPredicate(raw: "rowid = 1") || $0.done }.fetchAll(in: db)
        }
      }
      #expect(error?.reason == "PostgreSQL tables have no 'rowid'; use the primary key column")
    }

    @Test("A closed store refuses blocks")
    func closing() async throws {
      let store = try await Server.emptyStore()
      try await store.close()
      await #expect(throws: TransactionMisuse.closed) { try await store.read { _ in } }
    }
  }
}
