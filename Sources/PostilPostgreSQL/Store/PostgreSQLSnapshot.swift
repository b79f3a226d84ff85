#if PostgreSQL
  import PostilQuery
  import PostilSQLite

  /// A state of the database that is kept: each `read` sees the same state, whatever is written meanwhile.
  ///
  /// ```swift
  /// let snapshot = try await store.snapshot()
  /// defer { snapshot.close() }
  /// let total = try await snapshot.read { db in try Item.all.count(in: db) }
  /// ```
  ///
  /// A snapshot has a connection of its own. It ends when it is closed or released. While it exists, the server can't remove rows that were
  /// deleted since, so don't keep it for long. Source: PostgreSQL 15, section 25.1.
  public final class PostgreSQLSnapshot: Sendable {
    private let store: PostgreSQLStore
    private let held: HeldConnection
    private var pool: SlotPool<PostgreSQLSlot> { held.pool }

    fileprivate init(of store: PostgreSQLStore, _ held: HeldConnection) {
      (self.store, self.held) = (store, held)
    }

    deinit {
      held.close()
      store.observers.remove(held)
    }

    /// Runs `body` on the snapshot, one block at a time, on the calling thread.
    /// - Throws: what `body` throws; `StoreOverload` if it doesn't get its turn; `TransactionMisuse.closed`;
    ///   `TransactionMisuse.rolledBack(reason:)` if the connection was lost.
    public func read<Result>(
      timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
      _ body: (PostgreSQLReadTransaction) throws -> Result
    ) throws -> Result {
      if let connection = pool.currentSlot?.connection, let serial = connection.transaction {
        return try body(PostgreSQLReadTransaction(connection, serial))
      }
      return try store.runOnThread(in: pool, CallSite(fileID: fileID, line: line), Deadline(timeout)) {
        try $0.read(body)
      }
    }

    /// Runs `body` on the snapshot, one block at a time, in the calling task, but on a thread that may block.
    /// - Throws: what `body` throws; `CancellationError`; `StoreOverload` if it doesn't get its turn; `TransactionMisuse.closed`;
    ///   `TransactionMisuse.rolledBack(reason:)` if the connection was lost.
    public func read<Result: Sendable>(
      timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
      _ body: @escaping @Sendable (PostgreSQLReadTransaction) throws -> Result
    ) async throws -> Result {
      try await store.run(in: pool, CallSite(fileID: fileID, line: line), Deadline(timeout)) { try $0.read(body) }
    }

    /// Waits for the block that is running and ends the snapshot; every later `read` throws `TransactionMisuse.closed`. Closing again does
    /// nothing.
    /// - Throws: `TransactionMisuse.closeInsideTransaction` if called inside a block of this snapshot.
    public func close() throws {
      guard pool.currentSlot == nil else { throw TransactionMisuse.closeInsideTransaction }
      held.close()
    }
  }

  /// A connection whose transaction stays open until it is closed, which closing the store does too.
  private final class HeldConnection: Closable {
    let pool: SlotPool<PostgreSQLSlot>
    private let isClosed = Atomic(false)

    init(_ slot: PostgreSQLSlot, of store: PostgreSQLStore) {
      pool = SlotPool(slots: [slot], limits: store.limits, timer: store.timer)
    }

    func close() {
      guard !isClosed.exchange(true, ordering: .relaxed) else { return }
      pool.refuseAll()
      try? pool.takeToClose(interrupting: false).close()
    }
  }

  extension PostgreSQLStore {
    /// The current state of the database, to be read as often as needed. It opens a connection, so use one `read` block instead if that is
    /// possible.
    /// - Throws: ``ConnectionLost``; `TransactionMisuse.closed`.
    public func snapshot() async throws -> PostgreSQLSnapshot {
      let slot = PostgreSQLSlot(server)
      let held = HeldConnection(slot, of: self)
      try observers.add(held)
      do {
        try await slot.worker.run { try slot.hold() }
      } catch {
        observers.remove(held)
        throw error
      }
      return PostgreSQLSnapshot(of: self, held)
    }
  }
#endif
