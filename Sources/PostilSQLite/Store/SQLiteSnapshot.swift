import CSQLite
import PostilQuery

/// A state of the database that is kept: each `read` sees the same state, whatever is written meanwhile.
///
/// ```swift
/// let snapshot = try store.snapshot()
/// defer { try? snapshot.close() }
/// let total = try await snapshot.read { db in try Item.all.count(in: db) }
/// ```
///
/// A snapshot has a connection of its own and keeps its store open. It ends when it is closed or released, or when the store is closed.
/// While it exists, the write-ahead log grows, because SQLite can't copy later commits to the file.
/// Source: SQLite, "Write-Ahead Logging", section "Avoiding Excessively Large WAL Files".
public final class SQLiteSnapshot: Sendable {
  private let store: SQLiteStore
  /// One connection, whose transaction is open.
  private let connections: StoreConnections
  private var pool: ConnectionPool { connections.readers }

  fileprivate init(of store: SQLiteStore, _ connection: SQLiteConnection) throws {
    let slot = ConnectionSlot(connection: connection) { throw TransactionMisuse.closed }
    let pool = ConnectionPool(slots: [slot], limits: store.options.poolLimits, timer: store.timer)
    self.store = store
    connections = StoreConnections(writers: pool, readers: pool)
    try store.connections.add(connections)
  }

  deinit { end() }

  /// Runs `body` on the snapshot, one block at a time.
  /// - Parameter timeout: how long the call may take, including the time that it waits for its turn. It has no effect inside another
  ///   block of this snapshot.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws; ``StoreOverload`` if it doesn't get its turn; ``TransactionTimeout``; ``TransactionMisuse/closed``;
  ///   ``TransactionMisuse/rolledBack(reason:)`` if an error has ended the snapshot.
  public func read<Result>(
    timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (SQLiteReadTransaction) throws -> Result
  ) throws -> Result {
    if let slot = pool.slot(ownedBy: postil_current_thread()) {
      let lease = try store.nested(in: slot)
      return try body(SQLiteReadTransaction(connection: lease.connection, serial: lease.serial))
    }
    let (callSite, deadline) = (CallSite(fileID: fileID, line: line), Deadline(timeout))
    let origin = store.blockOrigin()
    let slot = try pool.acquire(for: callSite, by: deadline)
    defer { store.release(slot, to: pool) }
    return try read(in: slot, nil, callSite, deadline, origin, body)
  }

  /// Runs `body` on the snapshot, one block at a time, in the calling task, but on a thread that may block.
  /// - Parameter timeout: how long the call may take, including the time that it waits for its turn.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws; `CancellationError`; ``StoreOverload`` if it doesn't get its turn; ``TransactionTimeout``;
  ///   ``TransactionMisuse/closed``; ``TransactionMisuse/rolledBack(reason:)`` if an error has ended the snapshot.
  public func read<Result: Sendable>(
    timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (SQLiteReadTransaction) throws -> Result
  ) async throws -> Result {
    let (callSite, deadline) = (CallSite(fileID: fileID, line: line), Deadline(timeout))
    let origin = store.blockOrigin()
    return try await store.run(in: pool, for: callSite, by: deadline) { [self] slot, request in
      try read(in: slot, request, callSite, deadline, origin, body)
    }
  }

  private func read<Result>(
    in slot: ConnectionSlot, _ request: AsyncRequest?, _ callSite: CallSite, _ deadline: Deadline?,
    _ origin: BlockOrigin?, _ body: (SQLiteReadTransaction) throws -> Result
  ) throws -> Result {
    let connection = try slot.connection()
    let serial = try connection.resumeRead()
    slot.enter(writing: false)
    let lease = store.lease(connection, serial, slot, callSite, deadline, origin)
    defer {
      connection.suspendRead()
      store.leave(lease)
    }
    request?.didBegin(StoppableTransaction(connection: connection, serial: serial))
    return try body(SQLiteReadTransaction(connection: connection, serial: serial))
  }

  /// Waits for the block that is running and ends the snapshot; every later `read` throws ``TransactionMisuse/closed``. Closing again
  /// does nothing.
  /// - Throws: ``TransactionMisuse/closeInsideTransaction`` if called inside a block of this snapshot.
  public func close() throws {
    guard !connections.isInUse(by: postil_current_thread()) else { throw TransactionMisuse.closeInsideTransaction }
    end()
  }

  private func end() {
    // Nothing was written through the connection, so there is no error to report.
    try? connections.close(interrupting: false)
    store.connections.remove(connections)
  }
}

extension SQLiteStore {
  /// The current state of the database, to be read as often as needed. It opens a connection, so use one `read` block instead if that is
  /// possible.
  /// - Throws: ``DatabaseError``; ``TransactionMisuse/closed``; ``TransactionMisuse/snapshotInMemory`` for a database in memory.
  public func snapshot() throws -> SQLiteSnapshot {
    guard !isInMemory else { throw TransactionMisuse.snapshotInMemory }
    try connections.checkOpen()
    let connection = try openReader()
    _ = try connection.beginRead()
    connection.suspendRead()
    return try SQLiteSnapshot(of: self, connection)
  }
}
