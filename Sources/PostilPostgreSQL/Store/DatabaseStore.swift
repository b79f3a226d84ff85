import PostilQuery
import PostilSQLite

/// A store on either engine, for programs that choose their database when they start.
///
/// ```swift
/// func openItems(in store: some DatabaseStore) async throws -> [Item] {
///   try await store.read { db in try Item.where { !$0.done }.fetchAll(in: db) }
/// }
/// ```
///
/// A `write` block may run several times, because PostgreSQL can ask for it, so it shouldn't do anything but use `db`.
public protocol DatabaseStore: Sendable {
  /// The argument of a `read` block.
  associatedtype Reading: ReadTransaction
  /// The argument of a `write` block.
  associatedtype Writing: WriteTransaction

  /// Runs `body` in a transaction that reads a snapshot of the database.
  func read<Result: Sendable>(
    timeout: Duration?, fileID: StaticString, line: UInt, _ body: @escaping @Sendable (Reading) throws -> Result
  ) async throws -> Result

  /// Runs `body` in a transaction that is committed when it returns and rolled back when it throws.
  @discardableResult
  func write<Result: Sendable>(
    timeout: Duration?, fileID: StaticString, line: UInt, _ body: @escaping @Sendable (Writing) throws -> Result
  ) async throws -> Result

  /// Waits for the blocks that run, and closes the connections.
  func close() async throws
}

extension DatabaseStore {
  /// Runs `body` in a transaction that reads a snapshot of the database. `timeout` is how long the call waits for its turn.
  public func read<Result: Sendable>(
    timeout: Duration? = nil, at fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Reading) throws -> Result
  ) async throws -> Result {
    try await read(timeout: timeout, fileID: fileID, line: line, body)
  }

  /// Runs `body` in a transaction that is committed when it returns and rolled back when it throws. `timeout` is how
  /// long the call waits for its turn.
  @discardableResult
  public func write<Result: Sendable>(
    timeout: Duration? = nil, at fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Writing) throws -> Result
  ) async throws -> Result {
    try await write(timeout: timeout, fileID: fileID, line: line, body)
  }
}

#if PostgreSQL
  extension PostgreSQLStore: DatabaseStore {}
#endif

extension SQLiteStore: DatabaseStore {
  /// Waits for the blocks that run, and closes the connections.
  public func close() async throws { try await close(interrupting: false) }
}
