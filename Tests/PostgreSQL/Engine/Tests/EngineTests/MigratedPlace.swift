import Foundation
import Postil
import PostilPostgreSQL
import Testing

/// A program without models, so that any schema is its schema.
enum NoModels: DatabaseSchema {
  static let ddl = ""
  static let fingerprint = ""
  static let tables: [_TableDescription] = []
}

/// A schema of its own in the database, which is empty, and the migrations that are applied to it.
struct Place {
  let name: String
  /// Another program, which uses the same database.
  let outside: PostgreSQLStore

  init(_ name: String) async throws {
    self.name = name
    outside = try await PostgreSQLStore(Server.url ?? "", schema: NoModels.self)
    try await outside.write { db in
      try RawSQL("DROP SCHEMA IF EXISTS \(identifier: name) CASCADE").execute(in: db)
      try RawSQL("CREATE SCHEMA \(identifier: name)").execute(in: db)
    }
  }

  /// Applies migrations, and returns the names of those that were pending.
  /// - Parameter settings: settings of the session in a URL, such as `%20-cdefault_transaction_isolation%3Dserializable`.
  @discardableResult
  func open(
    _ files: KeyValuePairs<String, String>, _ steps: [PostgreSQLMigrationStep] = [],
    options: PostgreSQLOptions = PostgreSQLOptions(), settings: String = ""
  ) async throws -> [String] {
    try await outcomes(files, steps, options: options, settings: settings).map(\.name)
  }

  /// Applies migrations, and returns what each pending one did.
  func outcomes(
    _ files: KeyValuePairs<String, String>, _ steps: [PostgreSQLMigrationStep] = [],
    options: PostgreSQLOptions = PostgreSQLOptions(), settings: String = ""
  ) async throws -> [MigrationOutcome] {
    let migrations = SchemaMigrations(files.map { SchemaMigrations.File(name: "\($0).postgresql", sql: $1) })
    let store = try await PostgreSQLStore(
      "\(Server.url ?? "")&options=-csearch_path%3D%22\(name)%22\(settings)", schema: NoModels.self,
      migrations: migrations, steps: steps, options: options)
    let outcomes = store.migrationOutcomes
    try await store.close()
    return outcomes
  }

  /// The message of the error that opening throws.
  func refusal(
    _ files: KeyValuePairs<String, String>, _ steps: [PostgreSQLMigrationStep] = [],
    options: PostgreSQLOptions = PostgreSQLOptions(), settings: String = ""
  ) async -> String {
    do {
      try await open(files, steps, options: options, settings: settings)
      return "nothing was refused"
    } catch {
      return "\(error)"
    }
  }

  func texts(_ sql: RawSQL) async throws -> [String] {
    try await outside.read { db in try sql.as(String.self).fetchAll(in: db) }
  }

  func run(_ sql: RawSQL) async throws {
    try await outside.write { db in try sql.execute(in: db) }
  }
}
