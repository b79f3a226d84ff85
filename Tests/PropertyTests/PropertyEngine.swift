import Postil
import Testing

/// SQLite, as the engine of which random queries are asked.
struct PropertyEngine {
  typealias Transaction = SQLiteWriteTransaction

  static let isAvailable = true
  /// How many tests run at the same time.
  static let parts = 4

  let store: SQLiteStore

  /// A database with these rows.
  init(_ world: World, part: Int) async throws {
    let store = try SQLiteStore.inMemory(schema: PropertiesSchema.self)
    try { try store.write { db in try world.insert(in: db) } }()
    self.store = store
  }

  /// The text in whose place others are equal that differ only in case.
  static func folded(_ text: String) -> String { TextRules.lower(text) }

  /// Whether no rule says what is right: a sum is too large for an integer.
  static func isUnspecified(_ error: any Error) -> Bool {
    (error as? DatabaseError)?.message.contains("integer overflow") ?? false
  }
}
