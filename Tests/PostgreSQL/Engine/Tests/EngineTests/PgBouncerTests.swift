import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  /// Tests with the PgBouncer that `Tests/PostgreSQL/run` starts: in transaction mode, before version 1.21.
  @Suite(
    "PgBouncer", .timeLimit(.minutes(20)), .enabled(if: Server.pooledURL != nil, "set POSTIL_POSTGRESQL_POOLED_URL"))
  struct PgBouncer {
    @Test("Blocks of several stores share connections whose statements aren't prepared")
    func transactionMode() async throws {
      _ = try await Server.emptyStore()
      var options = PostgreSQLOptions()
      options.preparesStatements = false
      let stores = try await [
        PostgreSQLStore(Server.pooledURL ?? "", schema: EngineTestsSchema.self, options: options),
        PostgreSQLStore(Server.pooledURL ?? "", schema: EngineTestsSchema.self, options: options),
      ]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<8 {
          group.addTask {
            let store = stores[worker % 2]
            for number in 0..<10 {
              try await store.write { db in
                let tag = try Tag.Draft(name: "\(worker) \(number)").insert(in: db)
                #expect(try Tag.find(tag.id, in: db) == tag)
                #expect(try Tag.where { $0.name == tag.name }.fetchAll(in: db) == [tag])
              }
            }
          }
        }
        try await group.waitForAll()
      }
      let store = stores[0]
      #expect(try await store.read { db in try Tag.all.count(in: db) } == 80)
      try await store.write { db in
        _ = try Tag.insert((0..<1000).map { Tag.Draft(name: "copied \($0)") }, in: db)
        _ = try Tag.insert(returning: (0..<20).map { Tag.Draft(name: "sent \($0)") }, in: db)
        var count = 0
        try Tag.all.forEach(in: db) { _ in count += 1 }
        #expect(count == 1100)
        #expect(try RawSQL("SELECT \("text") || 'é'").as(String.self).fetchOnly(in: db) == "texté")
      }
      var streamed = 0
      for try await _ in store.rows(of: Tag.all) { streamed += 1 }
      #expect(streamed == 1100)
    }

    /// Two stores with the same connection to the server, which change rows in turn.
    private func alternate(_ stores: [PostgreSQLStore]) async throws {
      for number in 0..<20 {
        try await stores[0].write { db in
          try Account.where { $0.balance >= 0 }.update(in: db) { [$0.balance.set(number)] }
          _ = try Tag.Draft(name: "\(number)").insert(in: db)
        }
        try await stores[1].write { db in
          try Specimen.where { $0.int16 >= 0 }.update(in: db) { [$0.int16.set(7)] }
          _ = try Project.Draft(name: "\(number)").insert(in: db)
        }
        for store in stores {
          try await store.read { db throws in
            #expect(try Account.select { $0.balance }.fetchAll(in: db) == [number])
            #expect(try Specimen.select { $0.int16 }.fetchAll(in: db) == [7])
            #expect(try Tag.all.count(in: db) == number + 1)
            #expect(try Project.where { $0.name == "\(number)" }.count(in: db) == 1)
          }
        }
      }
    }

    private func emptyTables() async throws {
      let store = try await Server.emptyStore()
      try await store.write { db in
        _ = try Account.Draft(balance: 100).insert(in: db)
        _ = try Specimen.Draft(name: "", at: Date(timeIntervalSince1970: 0)).insert(in: db)
      }
    }

    @Test("Two programs that share one connection to the server run their own statements, without any option")
    func shared() async throws {
      try await emptyTables()
      let url = Server.pooledURL?.replacing("/engine?", with: "/shared?") ?? ""
      try await alternate([
        PostgreSQLStore(url, schema: EngineTestsSchema.self), PostgreSQLStore(url, schema: EngineTestsSchema.self),
      ])
    }

    @Test(
      "A pooler that keeps prepared statements is used with them, and their number is limited",
      .enabled(if: Server.keepingPoolerURL != nil, "set POSTIL_POSTGRESQL_KEEPING_POOLER_URL"))
    func keeping() async throws {
      try await emptyTables()
      var options = PostgreSQLOptions()
      (options.maximumConnections, options.cachedStatements) = (1, 10)
      let url = Server.keepingPoolerURL ?? ""
      let stores = try await [
        PostgreSQLStore(url, schema: EngineTestsSchema.self, options: options),
        PostgreSQLStore(url, schema: EngineTestsSchema.self, options: options),
      ]
      try await alternate(stores)
      let store = stores[0]
      let prepared = try await store.read { db in
        _ = try Tag.all.count(in: db)
        return try RawSQL("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%\"tag\"%'").as(Int.self)
          .fetchOnly(in: db)
      }
      #expect(prepared > 0)
      for round in 0..<3 {
        for number in 0..<40 {
          let value: Int = try await store.read { db in
            try RawSQL("SELECT \(number)::bigint AS \(identifier: "c\(number)")").as(Int.self).fetchOnly(in: db)
          }
          #expect(value == number)
        }
        // A statement that fails can be corrected.
        await #expect(throws: PostgreSQLError.self) {
          try await store.write { db in try RawSQL("SELECT nothing").execute(in: db) }
        }
        try await store.write { db in
          try RawSQL("DEALLOCATE ALL").execute(in: db)
          _ = try Tag.Draft(name: "after \(round)").insert(in: db)
        }
      }
      #expect(try await store.read { db in try Tag.where { $0.name.hasPrefix("after") }.count(in: db) } == 3)
    }
  }
}
