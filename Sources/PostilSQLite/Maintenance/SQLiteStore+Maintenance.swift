import CSQLite
import PostilQuery

extension SQLiteStore {
  /// How far a checkpoint goes. Source: SQLite, "sqlite3_wal_checkpoint_v2".
  public enum CheckpointMode: Hashable, Sendable, CaseIterable {
    /// Copies what it can without waiting for anybody.
    case passive
    /// Waits for the writer and for readers of older snapshots, then copies everything.
    case full
    /// Like ``full``, and waits until no reader uses the log, so that the next write starts it from the beginning.
    case restart
    /// Like ``restart``, and truncates the log to zero bytes.
    case truncate

    var code: Int32 {
      switch self {
      case .passive: SQLITE_CHECKPOINT_PASSIVE
      case .full: SQLITE_CHECKPOINT_FULL
      case .restart: SQLITE_CHECKPOINT_RESTART
      case .truncate: SQLITE_CHECKPOINT_TRUNCATE
      }
    }
  }

  /// The result of a checkpoint.
  public struct Checkpoint: Hashable, Sendable {
    /// The number of frames (pages) in the log.
    public let logFrames: Int
    /// The number of frames that have been copied to the database file, including those copied earlier.
    public let copiedFrames: Int
    /// Whether a reader, a writer or another checkpoint was in the way for longer than the busy timeout.
    public let isBlocked: Bool
  }

  /// Copies the content of the write-ahead log to the database file. SQLite does this itself when the log has 1,000 pages; call it
  /// to shrink the log at a quiet moment, or before other programs copy the file.
  /// - Returns: how much was copied. If readers or writers are in the way, this is less than everything.
  /// - Throws: ``DatabaseError``; ``TransactionMisuse`` inside a block of this store, or if the store is closed or read-only.
  @discardableResult
  public func checkpoint(_ mode: CheckpointMode = .passive) throws -> Checkpoint {
    try maintain(writers) { try $0.checkpoint(mode) }
  }

  /// Copies the content of the write-ahead log to the database file, on a thread that may block.
  /// - Throws: ``DatabaseError``; `CancellationError`; ``TransactionMisuse`` if the store is closed or read-only.
  @discardableResult
  public func checkpoint(_ mode: CheckpointMode = .passive) async throws -> Checkpoint {
    try await maintain(writers) { try $0.checkpoint(mode) }
  }

  /// Rebuilds the database file without free pages. Reads go on meanwhile; writes wait. It needs up to twice the size of the file
  /// as free disk space. Source: SQLite, "VACUUM".
  /// - Throws: ``DatabaseError``, and nothing is changed; ``TransactionMisuse`` inside a block of this store, or if the store is
  ///   closed or read-only.
  public func vacuum() throws { try maintain(writers) { try $0.run("VACUUM") } }

  /// Rebuilds the database file without free pages, on a thread that may block. A cancelled task stops it, and nothing is changed.
  /// - Throws: ``DatabaseError``; `CancellationError`; ``TransactionMisuse`` if the store is closed or read-only.
  public func vacuum() async throws { try await maintain(writers) { try $0.run("VACUUM") } }

  /// Updates the statistics that SQLite uses to choose query plans, for tables that need it. A store does this itself: see
  /// ``SQLiteOptions/optimizeInterval``. Call it after importing many rows. Source: SQLite, "PRAGMA optimize".
  /// - Throws: ``DatabaseError``; ``TransactionMisuse`` inside a block of this store, or if the store is closed or read-only.
  public func optimize() throws {
    try maintain(writers) { try $0.optimize() }
    closeIdleReaders()
  }

  /// Updates the statistics that SQLite uses to choose query plans, on a thread that may block.
  /// - Throws: ``DatabaseError``; `CancellationError`; ``TransactionMisuse`` if the store is closed or read-only.
  public func optimize() async throws {
    try await maintain(writers) { try $0.optimize() }
    closeIdleReaders()
  }

  /// Runs `work` with a connection of `pool`, outside of transactions.
  func maintain<Result>(_ pool: ConnectionPool, _ work: (SQLiteConnection) throws -> Result) throws -> Result {
    guard currentSlot() == nil else { throw TransactionMisuse.maintenanceInsideTransaction }
    guard pool !== writers || !options.isReadOnly else { throw TransactionMisuse.readOnlyStore }
    let slot = try pool.acquire(for: CallSite(fileID: #fileID, line: #line), by: nil)
    defer { release(slot, to: pool) }
    return try maintain(slot, nil, work)
  }

  /// Runs `work` with a connection of `pool`, outside of transactions and on a thread that may block. If the task is cancelled,
  /// the statement that runs is interrupted.
  func maintain<Result: Sendable>(
    _ pool: ConnectionPool, _ work: @escaping @Sendable (SQLiteConnection) throws -> Result
  ) async throws -> Result {
    guard pool !== writers || !options.isReadOnly else { throw TransactionMisuse.readOnlyStore }
    return try await run(in: pool) { [self] slot, request in try maintain(slot, request, work) }
  }

  private func maintain<Result>(
    _ slot: ConnectionSlot, _ request: AsyncRequest?, _ work: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    slot.enter(writing: false)
    defer { slot.leave() }
    let connection = try slot.connection()
    let serial = connection.beginMaintenance()
    defer { connection.endMaintenance() }
    request?.didBegin(StoppableTransaction(connection: connection, serial: serial))
    return try work(connection)
  }

  /// Whether a write has ended and the statistics were updated long ago.
  func isOptimizeDue(after slot: ConnectionSlot, of pool: ConnectionPool) -> Bool {
    guard pool === writers, let interval = options.optimizeInterval else { return false }
    return slot.currentConnection?.isOptimizeDue(every: interval) ?? false
  }

  /// Updates the statistics when the writes that wait now have run.
  func optimizeInBackground() {
    Task.detached(priority: .utility) {
      try await self.run(in: self.writers) { slot, _ in
        if let connection = slot.currentConnection { try connection.untraced { try connection.optimize() } }
      }
      // A connection reads the statistics when it is opened.
      self.closeIdleReaders()
    }
  }
}

extension SQLiteConnection {
  fileprivate func checkpoint(_ mode: SQLiteStore.CheckpointMode) throws -> SQLiteStore.Checkpoint {
    var (log, copied): (Int32, Int32) = (0, 0)
    let code = sqlite3_wal_checkpoint_v2(handle, "main", mode.code, &log, &copied)
    guard code == SQLITE_OK || code & 0xFF == SQLITE_BUSY else {
      throw error(code, sql: "PRAGMA wal_checkpoint")
    }
    return SQLiteStore.Checkpoint(
      logFrames: Int(max(log, 0)), copiedFrames: Int(max(copied, 0)), isBlocked: code != SQLITE_OK)
  }
}
