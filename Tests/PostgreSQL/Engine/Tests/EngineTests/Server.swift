import Foundation
import Postil
import PostilPostgreSQL
import Testing

/// The database that `Tests/PostgreSQL/run` made for these tests; the tests are skipped without one.
enum Server {
  static let url = ProcessInfo.processInfo.environment["POSTIL_POSTGRESQL_URL"]

  /// A replica of the same server.
  static let replicaURL = ProcessInfo.processInfo.environment["POSTIL_POSTGRESQL_REPLICA_URL"]
  /// The same database behind PgBouncer in transaction mode.
  static let pooledURL = ProcessInfo.processInfo.environment["POSTIL_POSTGRESQL_POOLED_URL"]

  /// A store over the database, whose tables are empty.
  static func emptyStore(_ options: PostgreSQLOptions = PostgreSQLOptions()) async throws -> PostgreSQLStore {
    let store = try await PostgreSQLStore(url ?? "", schema: EngineTestsSchema.self, options: options)
    try await store.write { db in
      for table in EngineTestsSchema.tables {
        try RawSQL("TRUNCATE \(identifier: table.name) RESTART IDENTITY CASCADE").execute(in: db)
      }
    }
    return store
  }
}

@Suite(.serialized, .enabled(if: Server.url != nil, "set POSTIL_POSTGRESQL_URL, or run Tests/PostgreSQL/run"))
struct PostgreSQLEngine {}
