import Postil
import Synchronization

/// The statements that a store runs, without those that begin and end transactions.
final class StatementLog: Sendable {
  private let statements = Mutex<[String]>([])

  /// A new store in memory whose statements are noted here.
  func store() throws -> SQLiteStore {
    try SQLiteStore.inMemory(
      schema: DocumentsSchema.self,
      options: SQLiteOptions(trace: { sql in
        let isControl = ["BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA"].contains { sql.hasPrefix($0) }
        if !isControl { self.statements.withLock { $0.append(sql) } }
      }))
  }

  /// How many statements `body` runs.
  func count(_ body: () throws -> Void) rethrows -> Int { try texts(body).count }

  private func texts(_ body: () throws -> Void) rethrows -> [String] {
    statements.withLock { $0 = [] }
    try body()
    return statements.withLock { $0 }
  }
}
