import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  /// Tests with the replica that `Tests/PostgreSQL/run` starts.
  @Suite(
    "Replicas", .timeLimit(.minutes(20)), .enabled(if: Server.replicaURL != nil, "set POSTIL_POSTGRESQL_REPLICA_URL"))
  struct Replicas {
    /// A store with the replica, and one with the replica alone.
    private func stores(_ options: PostgreSQLOptions = PostgreSQLOptions()) async throws
      -> (store: PostgreSQLStore, replica: PostgreSQLStore)
    {
      _ = try await Server.emptyStore()
      let store = try await PostgreSQLStore(
        Server.url ?? "", readers: [Server.replicaURL ?? ""], schema: EngineTestsSchema.self, options: options)
      return (store, try await PostgreSQLStore(Server.replicaURL ?? "", schema: EngineTestsSchema.self))
    }

    private func isReplica(_ store: PostgreSQLStore) async throws -> Bool {
      try await store.read { db in try RawSQL("SELECT pg_is_in_recovery()").as(Bool.self).fetchOnly(in: db) }
    }

    private func pauseReplay(_ isPaused: Bool, on replica: PostgreSQLStore) async throws {
      let sql: RawSQL = isPaused ? "SELECT 1 FROM pg_wal_replay_pause()" : "SELECT 1 FROM pg_wal_replay_resume()"
      _ = try await replica.read { db in try sql.as(Int.self).fetchAll(in: db) }
    }

    @Test("Blocks read on the replica and see what the store has written")
    func reading() async throws {
      let (store, _) = try await stores()
      #expect(try await isReplica(store))
      for number in 1...50 {
        try await store.write { db in _ = try Tag.Draft(name: "\(number)").insert(in: db) }
        #expect(try await store.read { db in try Tag.all.count(in: db) } == number)
        func inThread() throws { #expect(try store.read { db in try Tag.all.count(in: db) } == number) }
        try inThread()
      }
      // On a slow machine, the replica may lag for a moment.
      #expect(try await eventually { try await isReplica(store) })
      func nested() throws {
        try store.read { _ throws in
          #expect(throws: TransactionMisuse.writeInsideRead) { try store.write { _ in } }
          #expect(try store.read { db in try Tag.all.count(in: db) } == 50)
        }
      }
      try nested()
    }

    @Test("A replica that lags isn't used until it has caught up")
    func lagging() async throws {
      var options = PostgreSQLOptions()
      options.maximumReplicaLag = .milliseconds(1500)
      let (store, replica) = try await stores(options)
      #expect(try await isReplica(store))
      try await pauseReplay(true, on: replica)
      try await store.write { db in _ = try Tag.Draft(name: "a").insert(in: db) }
      #expect(try await !isReplica(store))
      #expect(try await store.read { db in try Tag.all.count(in: db) } == 1)
      // Another store, which hasn't written, notices it too.
      let other = try await PostgreSQLStore(
        Server.url ?? "", readers: [Server.replicaURL ?? ""], schema: EngineTestsSchema.self, options: options)
      let isUnused = try await eventually {
        try await store.write { db in _ = try Tag.Draft(name: UUID().uuidString).insert(in: db) }
        return try await !isReplica(other)
      }
      #expect(isUnused)
      try await pauseReplay(false, on: replica)
      #expect(try await eventually { try await isReplica(store) })
      #expect(try await eventually { try await isReplica(other) })
    }

    @Test("A replica that doesn't answer isn't used")
    func failing() async throws {
      _ = try await Server.emptyStore()
      let store = try await PostgreSQLStore(
        Server.url ?? "", readers: ["postgresql://postgres@/engine?host=/nowhere"], schema: EngineTestsSchema.self)
      try await store.write { db in _ = try Tag.Draft(name: "a").insert(in: db) }
      #expect(try await store.read { db in try Tag.all.count(in: db) } == 1)
      // A connection that is lost in a block: the block runs again on the primary.
      let (reading, replica) = try await stores()
      let attempts = Attempts()
      let count = try await reading.read { db in
        if attempts.next() == 1 {
          #expect(try RawSQL("SELECT pg_is_in_recovery()").as(Bool.self).fetchOnly(in: db))
          _ = try RawSQL("SELECT pg_terminate_backend(pg_backend_pid())").as(Bool.self).fetchAll(in: db)
        }
        return try Tag.all.count(in: db)
      }
      #expect(count == 0)
      #expect(attempts.next() == 3)
      _ = replica
    }

    private final class Attempts: @unchecked Sendable {
      private var count = 0
      func next() -> Int {
        count += 1
        return count
      }
    }
  }
}
