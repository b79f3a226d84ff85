import Postil
import PostilTestSupport
import Testing

/// SQLite, as the engine of random operations.
struct OperationEngine {
  typealias Store = SQLiteStore
  typealias Transaction = SQLiteWriteTransaction

  static let isAvailable = true
  /// How many tests run at the same time.
  static let parts = 4

  private let folder: TemporaryFolder
  let store: SQLiteStore

  /// Whether a statement that violates a reference and a limit is refused because of the reference.
  static let checksReferencesFirst = false

  /// An empty database: in memory for every third seed, in a file for the others.
  init(seed: UInt64) async throws {
    folder = try TemporaryFolder()
    store =
      try seed % 3 == 0
      ? .inMemory(schema: OperationsSchema.self)
      : SQLiteStore(path: folder.path("operations.sqlite"), schema: OperationsSchema.self)
  }

  /// Closes the database, in which indexes, constraints and references must hold.
  func finish() async throws {
    #expect(try await store.integrityCheck() == [])
    try await store.close()
  }
}
