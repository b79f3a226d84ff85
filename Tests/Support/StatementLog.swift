import Foundation

/// The statements that a store ran, without those that begin and end transactions; for tests that count them.
public final class StatementLog: @unchecked Sendable {
  // Another package has this file too, and Swift's own 'Mutex' requires macOS 15.
  private let lock = NSLock()
  private var statements: [String] = []

  public init() {}

  /// Notes a statement; a store's `trace` option calls it.
  public func append(_ sql: String) {
    let isControl = ["BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA"].contains { sql.hasPrefix($0) }
    if !isControl { lock.withLock { statements.append(sql) } }
  }

  /// The statements since the last call.
  public func drain() -> [String] {
    lock.withLock {
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
