import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  /// No server but PostgreSQL is available to the tests: the option says that PostgreSQL is another one.
  @Suite("Modes for other servers", .timeLimit(.minutes(20)))
  struct OtherServers {
    private func options(_ kind: ServerKind) -> PostgreSQLOptions {
      var options = PostgreSQLOptions()
      options.serverKind = kind
      return options
    }

    /// The message of the error that opening a store throws.
    private func refusal(_ kind: ServerKind, readers: [String] = [], _ migrations: SchemaMigrations?) async -> String {
      do {
        let store = try await PostgreSQLStore(
          Server.url ?? "", readers: readers, schema: EngineTestsSchema.self, migrations: migrations,
          options: options(kind))
        try await store.close()
        return "nothing was refused"
      } catch {
        return "\(error)"
      }
    }

    @Test(
      "Migrations, replicas, observation and parts of blobs are refused with what to do instead",
      arguments: [
        (ServerKind.cockroachDB, "CockroachDB", "cockroachdb"), (.yugabyteDB, "YugabyteDB", "yugabytedb"),
      ])
    func refused(kind: ServerKind, name: String, dialect: String) async throws {
      let file = SchemaMigrations.File(
        name: "20260101000000_create.postgresql", sql: "-- @migration(schema: \"1\")\nCREATE TABLE never (id bigint);")
      #expect(
        await refusal(kind, SchemaMigrations([file]))
          == "\(name) doesn't change a schema as a whole or not at all, so Postil's migrations aren't supported on it; create the "
          + "schema with 'postil ddl --dialect \(dialect)', change it with another tool, and open the store without 'migrations:'"
      )
      #expect(
        await refusal(kind, readers: [Server.url ?? ""], nil)
          == "\(name) has no replicas with positions in a log, so 'readers:' isn't supported; remove it: every node can be asked for "
          + "rows")
      let store = try await Server.emptyStore(options(kind))
      var error = await #expect(throws: UnsupportedByServer.self) { try await store.installObservation() }
      #expect(error?.feature == .observation && error?.server == kind)
      error = await #expect(throws: UnsupportedByServer.self) {
        for try await _ in store.observe(Tag.all) {}
      }
      #expect(error?.feature == .observation && error?.server == kind)
      error = await #expect(throws: UnsupportedByServer.self) { _ = try await store.changes(of: Tag.self) }
      #expect(error?.feature == .observation && error?.server == kind)
      error = await #expect(throws: UnsupportedByServer.self) {
        try await store.read { db in try Clip.withBlob(\.words, of: Clip.ID(1), in: db) { _ in } }
      }
      #expect(
        error?.description
          == "\(name) has no 'ctid', so parts of blobs can't be read or written; read and write the whole value")
      let tag = try await store.write { db in try Tag.Draft(name: "a").insert(in: db) }
      #expect(try await store.read { db in try Tag.find(tag.id, in: db) } == tag)
      let names = try await store.read { db in
        var names: [String] = []
        try Tag.where { $0.name == "a" }.forEach(in: db) { names.append($0.name) }
        return names
      }
      #expect(names == ["a"])
      try await store.close()
    }

    @Test("A server is recognized by what it reports, and PostgreSQL has every feature")
    func recognized() async throws {
      #expect(ServerKind(version: "15.4 (Debian 15.4-1)", cockroachVersion: nil) == .postgreSQL)
      #expect(ServerKind(version: "15.2-YB-2.25.0.0-b0", cockroachVersion: nil) == .yugabyteDB)
      #expect(ServerKind(version: "18.0.0", cockroachVersion: "CockroachDB CCL v26.3.0") == .cockroachDB)
      #expect(await refusal(.postgreSQL, readers: [], nil) == "nothing was refused")
      let store = try await Server.emptyStore()
      try await store.installObservation()
      try await store.close()
    }
  }

  @Suite("Descriptions of the schema", .timeLimit(.minutes(20)))
  struct SchemaDescriptions {
    @Test("Connections that are opened after a change of the schema use the new one")
    func changedSchema() async throws {
      let store = try await Server.emptyStore()
      let shift = RawSQL("ALTER TABLE account ALTER COLUMN balance TYPE numeric")
      let back = RawSQL("ALTER TABLE account ALTER COLUMN balance TYPE bigint")
      try await store.write { db in _ = try Account.Draft(balance: 5).insert(in: db) }
      for change in [shift, back] {
        try await store.write { db in try change.execute(in: db) }
        // Several connections at once, most of them new.
        let sums = try await withThrowingTaskGroup(of: [Int].self) { group in
          for _ in 0..<5 {
            group.addTask {
              try await store.read { db in
                _ = try RawSQL("SELECT CAST(pg_sleep(0.05) AS text)").as(String.self).fetchAll(in: db)
                return try Account.where { $0.balance > 2 }.fetchAll(in: db).map(\.balance)
              }
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sums == Array(repeating: [5], count: 5))
      }
      try await store.close()
    }
  }
}
