import Foundation
import Postil
import PostilPostgreSQL
import Testing

/// PostgreSQL, as the engine of which random queries are asked. The tests run one after the other, over the same tables.
struct PropertyEngine {
  typealias Transaction = PostgreSQLWriteTransaction

  private static let url = ProcessInfo.processInfo.environment["POSTIL_PROPERTIES_URL"]
  static let isAvailable = url != nil
  /// How many tests run at the same time.
  static let parts = 1

  let store: PostgreSQLStore

  /// A database with these rows only.
  init(_ world: World, part: Int) async throws {
    var options = PostgreSQLOptions()
    options.maximumConnections = 1
    // Hardly a statement runs twice.
    options.preparesStatements = false
    let store = try await PostgreSQLStore(Self.url ?? "", schema: PropertiesSchema.self, options: options)
    try await store.write { db in
      for table in PropertiesSchema.tables { try RawSQL("TRUNCATE \(identifier: table.name) CASCADE").execute(in: db) }
    }
    try { try store.write { db in try world.insert(in: db) } }()
    self.store = store
  }

  /// The text in whose place others are equal that differ only in case, of all scripts.
  static func folded(_ text: String) -> String { text.lowercased() }

  /// Whether no rule says what is right: a number is too large for its type, or distinct rows are sorted by a condition that isn't written
  /// like the selected one.
  static func isUnspecified(_ error: any Error) -> Bool {
    (error as? PostgreSQLError)?.code == "22003"
      || (error as? StatementNotTranslated)?.reason.contains("can sort distinct") == true
  }
}
