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

    @Test("Prepared statements fail there with the server's error")
    func prepared() async throws {
      _ = try await Server.emptyStore()
      // Both have the same connection to the server.
      let url = Server.pooledURL?.replacing("/engine?", with: "/shared?") ?? ""
      let stores = try await [
        PostgreSQLStore(url, schema: EngineTestsSchema.self), PostgreSQLStore(url, schema: EngineTestsSchema.self),
      ]
      let error = await #expect(throws: PostgreSQLError.self) {
        for store in stores {
          try await store.write { db in _ = try Tag.Draft(name: UUID().uuidString).insert(in: db) }
        }
      }
      // A statement of this name exists already, or doesn't exist.
      #expect(["42P05", "26000"].contains(error?.code ?? ""))
    }
  }
}
