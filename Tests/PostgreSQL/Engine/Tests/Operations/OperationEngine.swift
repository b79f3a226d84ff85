import Foundation
import Postil
import PostilPostgreSQL

/// PostgreSQL, as the engine of random operations. The seeds run one after the other, over the same tables.
struct OperationEngine {
  typealias Store = PostgreSQLStore
  typealias Transaction = PostgreSQLWriteTransaction

  private static let url = ProcessInfo.processInfo.environment["POSTIL_OPERATIONS_URL"]
  static let isAvailable = url != nil
  /// How many tests run at the same time.
  static let parts = 1

  /// Whether a statement that violates a reference and a limit is refused because of the reference: triggers run in the order of their
  /// names, and those of references begin with 'RI_'.
  static let checksReferencesFirst = true

  let store: PostgreSQLStore

  /// An empty database.
  init(seed: UInt64) async throws {
    store = try await PostgreSQLStore(Self.url ?? "", schema: OperationsSchema.self)
    try await store.installObservation(keys: true)
    try await store.write { db in
      for table in OperationsSchema.tables {
        // With the same keys again, so that a seed repeats a run.
        try RawSQL("TRUNCATE \(identifier: table.name) RESTART IDENTITY CASCADE").execute(in: db)
      }
    }
  }

  /// Closes the connections.
  func finish() async throws { try await store.close() }
}
