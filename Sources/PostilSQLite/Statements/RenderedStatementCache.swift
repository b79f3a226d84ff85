/// The statements that were rendered at run time, by their text. If the cache is full, the least recently used one is evicted.
struct RenderedStatementCache {
  private var statements: [StatementText: SQLiteStatement] = [:]
  private var clock: UInt64 = 0
  private let capacity: Int

  /// A cache of at most `capacity` statements, not counting those that run.
  init(capacity: Int) { self.capacity = capacity }

  /// The number of statements that are kept.
  var count: Int { statements.count }

  /// The statement with this text; `nil` if it hasn't been prepared or was evicted.
  mutating func find(_ sql: String) -> SQLiteStatement? {
    guard let statement = statements[StatementText(sql)] else { return nil }
    clock += 1
    statement.storage.pointee.lastUse = clock
    return statement
  }

  /// Adds a statement that isn't in the cache yet.
  mutating func add(_ statement: SQLiteStatement, for sql: String) {
    if statements.count >= capacity { evict() }
    clock += 1
    statement.storage.pointee.lastUse = clock
    statements[StatementText(sql)] = statement
  }

  /// Frees the least recently used statement that isn't running. The search visits all statements, which costs less than preparing
  /// the one that replaces it.
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
  /// Whether this statement or one of its spares is running.
  fileprivate var isInUse: Bool {
    storage.pointee.isRunning || storage.pointee.spare?.isInUse ?? false
  }
}
