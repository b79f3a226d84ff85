import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  @Suite("Prepared statements")
  struct PreparedStatements {
    private func store(_ name: String = "prepared") async throws -> PostgreSQLStore {
      var options = PostgreSQLOptions()
      options.maximumConnections = 1
      return try await PostgreSQLStore(
        Server.url.map { "\($0)&application_name=\(name)" } ?? "", schema: EngineTestsSchema.self, options: options)
    }

    /// The names and the SQL of the statements that are prepared on the store's connection.
    private func prepared(_ store: PostgreSQLStore) async throws -> [(String, String, String)] {
      try await store.read { db in
        try RawSQL("SELECT name, parameter_types::text, statement FROM pg_prepared_statements").as(
          String.self, String.self, String.self
        ).fetchAll(in: db)
      }
    }

    /// A store whose database has a function that runs a text as a statement.
    private func control() async throws -> PostgreSQLStore {
      let store = try await Server.emptyStore()
      try await store.write { db in
        try RawSQL(
          """
          CREATE OR REPLACE FUNCTION postil_run(text) RETURNS integer LANGUAGE plpgsql AS
          'BEGIN EXECUTE $1; RETURN 1; END'
          """
        ).execute(in: db)
      }
      return store
    }

    private func insert(_ name: String, _ store: PostgreSQLStore) async throws {
      try await store.write { db in _ = try Tag.Draft(name: name).insert(in: db) }
    }

    @Test("Equal statements have the same name on each connection, and others another one")
    func names() async throws {
      _ = try await Server.emptyStore()
      let (one, other) = (try await store(), try await store())
      try await insert("a", one)
      _ = try await other.read { db in try Tag.all.count(in: db) }
      try await insert("b", other)
      let (names, others) = (try await prepared(one), try await prepared(other))
      for (name, types, sql) in names {
        for (otherName, otherTypes, otherSQL) in others {
          #expect((name == otherName) == (sql == otherSQL && types == otherTypes))
        }
      }
      #expect(names.contains { $0.2.hasPrefix("INSERT") } && others.count > names.count)
    }

    @Test(
      "The store goes on after somebody deallocated its statements",
      arguments: ["DEALLOCATE ALL", "DO 'BEGIN EXECUTE ''DEALLOCATE ALL''; END'"])
    func deallocated(_ command: String) async throws {
      let control = try await control()
      let store = try await store()
      let isDirect = command == "DEALLOCATE ALL"
      for round in 0..<4 {
        try await insert("\(round)", store)
        try await store.write { db in
          if isDirect {
            try RawSQL("DEALLOCATE ALL").execute(in: db)
          } else {
            try RawSQL("DO 'BEGIN EXECUTE ''DEALLOCATE ALL''; END'").execute(in: db)
          }
        }
        try await insert("\(round) again", store)
      }
      // A statement that is evicted now was deallocated before.
      let snapshot = try await store.snapshot()
      for _ in 0..<3 {
        let count = try await snapshot.read { db in try Tag.all.count(in: db) }
        #expect(count == 8)
        _ = try await snapshot.read { db in
          try RawSQL("SELECT 1 FROM postil_run('DEALLOCATE ALL')").as(Int.self).fetchAll(in: db)
        }
      }
      #expect(try await control.read { db in try Tag.all.count(in: db) } == 8)
    }

    @Test("A statement that somebody else prepared under the same name is no obstacle")
    func taken() async throws {
      let control = try await control()
      let (one, other) = (try await store(), try await store())
      try await insert("a", one)
      let statements = try await prepared(one).filter { $0.2.hasPrefix("INSERT") }
      #expect(statements.count == 1)
      try await other.write { db in
        for (name, types, sql) in statements {
          let parameters = "(" + types.dropFirst().dropLast() + ")"
          _ = try RawSQL("SELECT 1 FROM postil_run(\("PREPARE \(name) \(parameters) AS \(sql)"))").as(Int.self)
            .fetchAll(in: db)
        }
      }
      try await insert("b", other)
      #expect(try await control.read { db in try Tag.all.count(in: db) } == 2)
    }

    @Test("A statement that is forgotten and needed again in the same transaction is still prepared")
    func evicted() async throws {
      var options = PostgreSQLOptions()
      (options.maximumConnections, options.cachedStatements) = (1, 2)
      let store = try await Server.emptyStore(options)
      try await store.write { db in
        for round in 0..<3 {
          for number in 0..<5 {
            let found = try RawSQL("SELECT \(round)::bigint AS \(identifier: "c\(number)")").as(Int.self)
              .fetchOnly(in: db)
            #expect(found == round)
          }
        }
      }
      #expect(try await prepared(store).count < 10)
    }
  }
}
