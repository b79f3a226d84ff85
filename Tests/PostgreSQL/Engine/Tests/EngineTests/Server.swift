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
  /// The same behind a PgBouncer from version 1.21 on, which keeps prepared statements; `nil` if there is none.
  static let keepingPoolerURL = ProcessInfo.processInfo.environment["POSTIL_POSTGRESQL_KEEPING_POOLER_URL"].flatMap {
    $0.isEmpty ? nil : $0
  }

  /// A server whose disks are small; `nil` if none could be mounted.
  static let fullURL = ProcessInfo.processInfo.environment["POSTIL_POSTGRESQL_FULL_URL"].flatMap {
    $0.isEmpty ? nil : $0
  }

  /// Runs a command of `Tests/PostgreSQL/run`: a program and its arguments.
  static func run(_ command: String) throws {
    let words = command.split(separator: " ").map { String($0) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(words.first))
    process.arguments = Array(words.dropFirst())
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

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

/// Whether a condition becomes true within half a minute.
func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
  for _ in 0..<600 {
    if try await condition() { return true }
    try await Task.sleep(for: .milliseconds(50))
  }
  return false
}
