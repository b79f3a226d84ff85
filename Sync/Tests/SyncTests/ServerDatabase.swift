import Foundation
import PostilPostgreSQL
import PostilSync
import Testing

#if PostgreSQL
  typealias ServerStore = PostgreSQLStore

  /// A database of a test's server: a copy of the one that the URL in POSTIL_SYNC_SERVER names, which has the tables of the models.
  /// 'Tests/PostgreSQL/run 8-sync' provides it.
  final class ServerDatabase: Sendable {
    struct Failure: Error { let command: String }

    let name = "sync_\(UUID().uuidString.lowercased().prefix(13))"
    private let template: String

    init() async throws {
      template = try #require(ProcessInfo.processInfo.environment["POSTIL_SYNC_SERVER"])
      try Self.run(["createdb", "--maintenance-db", url("postgres"), "--template", "sync", name])
    }

    deinit { try? Self.run(["dropdb", "--maintenance-db", url("postgres"), "--force", name]) }

    private func url(_ name: String) -> String { template.replacing("/sync?", with: "/\(name)?") }

    /// Connects to the database.
    func open(_ options: PostgreSQLOptions = PostgreSQLOptions()) async throws -> ServerStore {
      try await PostgreSQLStore(url(name), schema: TodoSchema.self, options: options)
    }

    /// Runs a command.
    private static func run(_ command: [String]) throws {
      let process = Process()
      (process.executableURL, process.arguments) = (URL(fileURLWithPath: "/usr/bin/env"), command)
      process.standardInput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw Failure(command: command.joined(separator: " ")) }
    }
  }
#else
  typealias ServerStore = SQLiteStore

  /// A database of a test's server, in memory.
  final class ServerDatabase: Sendable {
    private let store: SQLiteStore

    init() async throws { store = try SQLiteStore.inMemory(schema: TodoSchema.self) }

    /// Opens the database.
    func open() async throws -> ServerStore { store }
  }
#endif
