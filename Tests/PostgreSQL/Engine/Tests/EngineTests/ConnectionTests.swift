import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  @Suite("Connections")
  struct Connections {
    /// The processes of the server that belong to connections with this name.
    private func processes(_ name: String, _ store: PostgreSQLStore) async throws -> [Int] {
      try await store.read { db in
        try RawSQL("SELECT pid FROM pg_stat_activity WHERE application_name = \(name) ORDER BY pid").as(Int.self)
          .fetchAll(in: db)
      }
    }

    private func terminate(_ name: String, _ store: PostgreSQLStore) async throws {
      _ = try await store.read { db in
        try RawSQL("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = \(name)").as(
          Bool.self
        ).fetchAll(in: db)
      }
    }

    @Test("A store with the largest possible number of connections opens, and makes room for 1,000")
    func maximum() async throws {
      var options = PostgreSQLOptions()
      options.maximumConnections = .max
      let store = try await named("postil maximum", options)
      let count = try await store.read { db in try RawSQL("SELECT 1").as(Int.self).fetchOnly(in: db) }
      #expect(count == 1)
      try await store.close()
    }

    private func named(_ name: String, _ options: PostgreSQLOptions = PostgreSQLOptions()) async throws
      -> PostgreSQLStore
    {
      try await PostgreSQLStore(
        Server.url.map { "\($0)&application_name=\(name)" } ?? "", schema: EngineTestsSchema.self, options: options)
    }

    @Test("The minimum of connections is opened, unused ones beyond it are closed, and lost ones replaced")
    func pool() async throws {
      let control = try await Server.emptyStore()
      var options = PostgreSQLOptions()
      (options.minimumConnections, options.maximumConnections) = (2, 6)
      (options.healthCheckInterval, options.idleTimeout) = (.milliseconds(50), .seconds(2))
      let store = try await named("pooled", options)
      #expect(try await eventually { try await processes("pooled", control).count == 2 })
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<6 {
          group.addTask {
            try await store.read { db in _ = try RawSQL("SELECT 1 FROM pg_sleep(0.2)").as(Int.self).fetchAll(in: db) }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await processes("pooled", control).count == 6)
      #expect(try await eventually { try await processes("pooled", control).count == 2 })
      let before = try await processes("pooled", control)
      try await terminate("pooled", control)
      #expect(
        try await eventually {
          let after = try await processes("pooled", control)
          return after.count == 2 && Set(after).isDisjoint(with: before)
        })
      try await store.close()
      #expect(try await eventually { try await processes("pooled", control).isEmpty })
    }

    @Test("A connection that the server ended while it was unused is replaced without an error")
    func idle() async throws {
      let control = try await Server.emptyStore()
      var options = PostgreSQLOptions()
      options.healthCheckInterval = nil
      let store = try await named("idle", options)
      for _ in 0..<3 {
        try await store.write { db in _ = try Tag.Draft(name: UUID().uuidString).insert(in: db) }
        try await terminate("idle", control)
      }
      #expect(try await store.read { db in try Tag.all.count(in: db) } == 3)
    }

    /// The same tables without the checks at the commit, which would end the connection before it.
    private enum WithoutMinimum: DatabaseSchema {
      static let ddl = EngineTestsSchema.ddl
      static let fingerprint = EngineTestsSchema.fingerprint
      static let tables = EngineTestsSchema.tables
    }

    @Test("A connection that is lost in a block or at its commit says what happened to the transaction")
    func lost() async throws {
      let control = try await Server.emptyStore()
      let store = try await named("lost")
      let plain = try await PostgreSQLStore(Server.url ?? "", schema: WithoutMinimum.self)
      let inBlock = await #expect(throws: ConnectionLost.self) {
        try await store.write { db in
          _ = try Tag.Draft(name: "in the block").insert(in: db)
          try control.write { other in
            _ = try RawSQL("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lost'").as(
              Bool.self
            ).fetchAll(in: other)
          }
          _ = try Tag.Draft(name: "after it").insert(in: db)
        }
      }
      #expect(inBlock?.isOutcomeUnknown == false)
      // The server ends the connection while it commits.
      let atCommit = await #expect(throws: ConnectionLost.self) {
        try await plain.write { db in
          try loseCommit(in: db)
        }
      }
      #expect(atCommit?.isOutcomeUnknown == true)
      #expect(try await control.read { db in try Project.all.count(in: db) } == 0)
      #expect(try await control.read { db in try Tag.all.count(in: db) } == 0)
    }

    /// The statements that a store sent.
    private final class Sent: @unchecked Sendable {
      private let lock = NSLock()
      private var list: [String] = []

      func append(_ sql: String) { lock.withLock { list.append(sql) } }

      /// Returns the statements, and forgets them.
      func drain() -> [String] {
        lock.withLock {
          defer { list = [] }
          return list
        }
      }
    }

    /// Makes the server end the connection while it commits.
    private func loseCommit(in db: PostgreSQLWriteTransaction) throws {
      try RawSQL(
        """
        CREATE FUNCTION pg_temp.die() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(5); RETURN NULL; END'
        """
      ).execute(in: db)
      try RawSQL(
        """
        CREATE CONSTRAINT TRIGGER die AFTER INSERT ON project DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
        EXECUTE FUNCTION pg_temp.die()
        """
      ).execute(in: db)
      _ = try Project.Draft(name: "x").insert(in: db)
    }

    @Test("A block whose commit is lost isn't run again, also if its beginning deallocated statements")
    func lostCommitAfterDeallocation() async throws {
      let log = Sent()
      let options = PostgreSQLOptions(maximumConnections: 1, cachedStatements: 1, trace: { log.append($0) })
      let store = try await PostgreSQLStore(Server.url ?? "", schema: WithoutMinimum.self, options: options)
      try await store.read { db in
        _ = try Tag.where { $0.name == "a" }.count(in: db)
        _ = try Tag.where { $0.name < "b" }.count(in: db)
      }
      _ = log.drain()
      let error = await #expect(throws: ConnectionLost.self) { try await store.write { db in try loseCommit(in: db) } }
      #expect(error?.isOutcomeUnknown == true)
      let statements = log.drain()
      #expect(statements.first?.contains("DEALLOCATE") == true)
      #expect(statements.count { $0.contains("CREATE FUNCTION") } == 1)
    }

    @Test("A relationship with too few members is found by the commit, and too many by the statement")
    func arity() async throws {
      let store = try await Server.emptyStore()
      let error = await #expect(throws: ConstraintViolation.self) {
        try await store.write { db in
          let boat = try Boat.Draft(name: "Ida").insert(in: db)
          _ = try Oar.Draft(length: 3, boatID: boat.id).insert(in: db)
        }
      }
      #expect(error == .arity(relationship: "Boat.oars", count: 1, bound: .minimum(2), owner: [.integer(1)]))
      let tooMany = await #expect(throws: ConstraintViolation.self) {
        try await store.write { db in
          let boat = try Boat.Draft(name: "Ida").insert(in: db)
          for length in 1...5 { _ = try Oar.Draft(length: length, boatID: boat.id).insert(in: db) }
        }
      }
      #expect(tooMany == .arity(relationship: "Boat.oars", count: 5, bound: .maximum(4), owner: []))
      try await store.write { db in
        let boat = try Boat.Draft(name: "Ida").insert(in: db)
        for length in 1...4 { _ = try Oar.Draft(length: length, boatID: boat.id).insert(in: db) }
      }
      #expect(try await store.read { db in try Boat.all.count(in: db) } == 1)
    }

    @Test("A prepared statement runs again after the table was changed")
    func changedTable() async throws {
      let store = try await Server.emptyStore()
      let other = try await named("other")
      try await store.write { db in _ = try Tag.Draft(name: "a").insert(in: db) }
      for _ in 0..<2 {
        let names = try await store.read { db in
          try RawSQL("SELECT name, t.* FROM tag t").as(String.self).fetchAll(in: db)
        }
        #expect(names == ["a"])
        try await other.write { db in try RawSQL("ALTER TABLE tag ADD COLUMN extra integer").execute(in: db) }
        let again = try await store.read { db in
          try RawSQL("SELECT name, t.* FROM tag t").as(String.self).fetchAll(in: db)
        }
        #expect(again == ["a"])
        try await other.write { db in try RawSQL("ALTER TABLE tag DROP COLUMN extra").execute(in: db) }
      }
    }

    @Test("A connection keeps a limited number of rendered statements")
    func cache() async throws {
      var options = PostgreSQLOptions()
      (options.maximumConnections, options.cachedStatements) = (1, 10)
      let store = try await Server.emptyStore(options)
      for number in 0..<40 {
        let value: Int = try await store.read { db in
          try RawSQL("SELECT \(number)::bigint AS \(identifier: "c\(number)")").as(Int.self).fetchOnly(in: db)
        }
        #expect(value == number)
      }
      let count = try await store.read { db in
        try RawSQL("SELECT count(*) FROM pg_prepared_statements").as(Int.self).fetchOnly(in: db)
      }
      #expect(count < 20)
    }
  }
}
