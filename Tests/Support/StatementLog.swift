import Synchronization

/// The statements that a store ran, without those that begin and end transactions; for tests that count them.
public final class StatementLog: Sendable {
  private let statements = Mutex<[String]>([])

  public init() {}

  /// Notes a statement; a store's `trace` option calls it.
  public func append(_ sql: String) {
    let isControl = ["BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA"].contains { sql.hasPrefix($0) }
    if !isControl { statements.withLock { $0.append(sql) } }
  }

  /// The statements since the last call.
  public func drain() -> [String] {
    statements.withLock { statements in
      defer { statements = [] }
      return statements
    }
  }

  /// How many statements `body` runs.
  public func count(_ body: () throws -> Void) rethrows -> Int {
    _ = drain()
    try body()
    return drain().count
  }
}
