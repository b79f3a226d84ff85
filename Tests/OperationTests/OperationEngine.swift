import Postil
import PostilTestSupport

/// SQLite, as the engine of random operations.
struct OperationEngine {
  typealias Store = SQLiteStore
  typealias Transaction = SQLiteWriteTransaction

  static let isAvailable = true
  /// How many tests run at the same time.
  static let parts = 4

  private let folder: TemporaryFolder
  let store: SQLiteStore

  /// An empty database: every third one in memory, the others in files.
  init(index: Int) async throws {
    folder = try TemporaryFolder()
    store =
      try index % 3 == 0
      ? .inMemory(schema: OperationsSchema.self)
      : SQLiteStore(path: folder.path("operations.sqlite"), schema: OperationsSchema.self)
  }
}
