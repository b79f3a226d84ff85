import Foundation
import PostilQuery
import PostilRows
import PostilSQLite

/// A database that is filled from seed files.
package enum SeededDatabase: Sendable {
  /// An SQLite file, which exists.
  case file(String)
  #if PostgreSQL
    /// A PostgreSQL database. The schema is `nil` for the first one of the search path.
    case server(String, schema: String?)
  #endif

  /// Writes the rows in one transaction.
  /// - Parameter isTrial: whether nothing is changed: only what would happen is reported.
  /// - Throws: ``SeedFailure``, ``SeedMismatch``, and the errors of the engine.
  package func run(_ plan: SeedPlan, isTrial: Bool) async throws -> SeedReport {
    switch self {
    case .file(let path):
      return isTrial ? try Self.withCopy(of: path) { try Self.write(plan, $0) } : try Self.write(plan, path)
    #if PostgreSQL
      case .server(let url, let schema):
        return try await Self.write(plan, url: url, schema: schema, isTrial: isTrial)
    #endif
    }
  }

  private static func write(_ plan: SeedPlan, _ path: String) throws -> SeedReport {
    let store = try SQLiteStore(
      path: path, schema: NoSchema.self, options: SQLiteOptions(maximumConnections: 1, optimizeInterval: nil))
    let report = try store.write { db in
      var runner = SeedRunner(plan, WritingTransaction(db))
      try runner.run()
      return runner.report
    }
    try store.close()
    return report
  }

  /// Runs a block with a copy of a file, because opening the file for writing could already change it.
  private static func withCopy(of path: String, _ body: (String) throws -> SeedReport) throws -> SeedReport {
    let folder = FileManager.default.temporaryDirectory.appending(path: "postil-seed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appending(path: "database.sqlite").path
    let store = try SQLiteStore(
      path: path, schema: NoSchema.self, options: SQLiteOptions(isReadOnly: true, maximumConnections: 1))
    try store.backup(to: copy)
    try store.close()
    return try body(copy)
  }
}
