/// The statements that were rendered when the program ran, found by their text; the one that was used longest ago makes
/// room for a new one.
struct RenderedStatementCache {
  private var statements: [StatementText: SQLiteStatement] = [:]
  private var clock: UInt64 = 0
  private let capacity: Int

  /// A cache of at most `capacity` statements, not counting those that run.
  init(capacity: Int) { self.capacity = capacity }

  /// How many statements are kept.
  var count: Int { statements.count }

  /// The statement with this text, `nil` if it has not been prepared, or has been evicted.
  mutating func find(_ sql: String) -> SQLiteStatement? {
    guard let statement = statements[StatementText(sql)] else { return nil }
    clock += 1
    statement.storage.pointee.lastUse = clock
    return statement
  }

  /// Adds a statement with this text, which is not in the cache yet.
  mutating func add(_ statement: SQLiteStatement, for sql: String) {
    if statements.count >= capacity { evict() }
    clock += 1
    statement.storage.pointee.lastUse = clock
    statements[StatementText(sql)] = statement
  }

  /// Frees the statement that was used longest ago and does not run. It is found by looking at each, which costs less than
  /// preparing the one statement that comes in its place.
  private mutating func evict() {
    let idle = statements.lazy.filter { !$0.value.isInUse }
    guard let oldest = idle.min(by: { $0.value.storage.pointee.lastUse < $1.value.storage.pointee.lastUse }) else {
      return
    }
    statements[oldest.key] = nil
    oldest.value.destroy()
  }

  /// Frees every statement.
  mutating func destroy() {
    for statement in statements.values { statement.destroy() }
    statements = [:]
  }
}

extension SQLiteStatement {
  /// Whether this statement or one of its spares runs.
  fileprivate var isInUse: Bool {
    storage.pointee.isRunning || storage.pointee.spare?.isInUse ?? false
  }
}
