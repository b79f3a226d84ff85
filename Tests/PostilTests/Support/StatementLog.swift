import Synchronization

/// The statements that a store ran, for tests that count them.
final class StatementLog: Sendable {
  private let statements = Mutex<[String]>([])

  func append(_ sql: String) { statements.withLock { $0.append(sql) } }

  /// The statements since the last call, without those that begin and end transactions.
  func drain() -> [String] {
    statements.withLock { statements in
      defer { statements = [] }
      return statements.filter { sql in !["BEGIN", "COMMIT", "ROLLBACK", "PRAGMA"].contains { sql.hasPrefix($0) } }
    }
  }
}
