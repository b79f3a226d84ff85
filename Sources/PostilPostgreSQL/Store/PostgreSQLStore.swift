#if PostgreSQL
  import PostilQuery
  import PostilSQLite

  /// A PostgreSQL database with the schema of a program.
  ///
  /// ```swift
  /// let store = try await PostgreSQLStore("postgresql://app@db.example/tasks", schema: TasksSchema.self)
  /// try await store.write { db in … }   // committed on return, rolled back on throw
  /// try await store.read { db in … }    // a snapshot
  /// ```
  ///
  /// A `write` block is serializable: if it conflicts with the block of another instance, the server refuses one of them, and the store runs
  /// that one again. So a block may run several times, and shouldn't do anything but use `db`. Source: PostgreSQL 15, section 13.2.3.
  public final class PostgreSQLStore: Sendable {
    let pool: SlotPool<PostgreSQLSlot>
    private let timer = DeadlineTimer()

    /// Connects to a server and compares the database with the schema.
    /// - Parameters:
    ///   - url: a URL, or a list of libpq's parameters: `host=db.example dbname=tasks`. Source: PostgreSQL 15, section 34.1.1.
    ///   - schema: the generated schema of the program, `TasksSchema.self`.
    ///   - options: the settings that differ from the defaults.
    /// - Throws: ``ConnectionLost`` if the server doesn't answer; `SchemaMismatch` if tables or columns are missing.
    public init(
      _ url: String, schema: any DatabaseSchema.Type, options: PostgreSQLOptions = PostgreSQLOptions()
    ) async throws {
      let tables = Dictionary(schema.tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      let slots = (0..<max(options.maximumConnections, 1)).map { _ in
        PostgreSQLSlot(url: url, tables: tables, options: options)
      }
      pool = SlotPool(
        slots: slots, limits: PoolLimits(maximumWaiting: options.maximumWaiting, waitTimeout: options.waitTimeout),
        timer: timer)
      try await read { db in try db.connection.schema.check() }
    }

    // MARK: Blocks

    /// Runs `body` in a transaction that is committed when it returns and rolled back when it throws, in the calling task, but on a thread
    /// that may block. If it conflicts with another transaction, it is run again.
    /// - Parameter timeout: how long the call waits for a connection.
    /// - Returns: what `body` returns, once it is committed.
    /// - Throws: what `body` throws, or the commit. ``TransactionConflict`` if it conflicted too often; ``ConnectionLost``, which says
    ///   whether the transaction may have been committed; ``StatementNotTranslated``; `StoreOverload`; `CancellationError`.
    @discardableResult
    public func write<Result: Sendable>(
      timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
      _ body: @escaping @Sendable (PostgreSQLWriteTransaction) throws -> Result
    ) async throws -> Result {
      try await run(CallSite(fileID: fileID, line: line), Deadline(timeout)) { try $0.write(body) }
    }

    /// Runs `body` in a transaction that reads a snapshot of the database, in the calling task, but on a thread that may block.
    /// - Parameter timeout: how long the call waits for a connection.
    /// - Throws: what `body` throws; ``ConnectionLost``; ``StatementNotTranslated``; `StoreOverload`; `CancellationError`.
    public func read<Result: Sendable>(
      timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
      _ body: @escaping @Sendable (PostgreSQLReadTransaction) throws -> Result
    ) async throws -> Result {
      try await run(CallSite(fileID: fileID, line: line), Deadline(timeout)) { try $0.read(body) }
    }

    /// Runs `body` in a transaction that writes, on the calling thread. Inside a `write` of the same thread it is a savepoint of that one's
    /// transaction.
    @discardableResult
    public func write<Result>(
      timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
      _ body: (PostgreSQLWriteTransaction) throws -> Result
    ) throws -> Result {
      if let connection = pool.currentSlot?.connection, let serial = connection.transaction {
        guard connection.isWriting else { throw TransactionMisuse.writeInsideRead }
        return try connection.savepoint { try body(PostgreSQLWriteTransaction(connection: connection, serial: serial)) }
      }
      let slot = try pool.acquire(for: CallSite(fileID: fileID, line: line), by: Deadline(timeout))
      defer { pool.release(slot) }
      slot.prepareToRun()
      return try slot.write(body)
    }

    /// Runs `body` in a transaction that reads a snapshot, on the calling thread. Inside another block of the same thread it reads in that
    /// one's transaction.
    public func read<Result>(
      timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
      _ body: (PostgreSQLReadTransaction) throws -> Result
    ) throws -> Result {
      if let connection = pool.currentSlot?.connection, let serial = connection.transaction {
        return try body(PostgreSQLReadTransaction(connection: connection, serial: serial))
      }
      let slot = try pool.acquire(for: CallSite(fileID: fileID, line: line), by: Deadline(timeout))
      defer { pool.release(slot) }
      slot.prepareToRun()
      return try slot.read(body)
    }

    /// Waits for the blocks that run, and closes the connections. Later blocks throw `TransactionMisuse.closed`.
    public func close() async throws {
      guard pool.currentSlot == nil else { throw TransactionMisuse.closeInsideTransaction }
      pool.refuseAll()
      try await pool.waitingRoom.run { [pool] in
        for _ in pool.slots { try pool.takeToClose(interrupting: false).close() }
      }
    }

    private func run<Result: Sendable>(
      _ callSite: CallSite, _ deadline: Deadline?, _ work: @escaping @Sendable (PostgreSQLSlot) throws -> Result
    ) async throws -> Result {
      try Task.checkCancellation()
      let slot: PostgreSQLSlot
      if let free = try pool.takeFree(for: callSite) {
        slot = free
      } else {
        slot = try await pool.waitingRoom.run { [pool] in try await pool.wait(for: callSite, by: deadline) }
      }
      let request = BlockRequest()
      return try await withTaskCancellationHandler {
        try await slot.worker.run { [pool] in
          defer {
            request.end()
            pool.release(slot)
          }
          do {
            try request.begin(slot)
            return try work(slot)
          } catch  where Task.isCancelled {
            throw CancellationError()
          }
        }
      } onCancel: {
        request.cancel()
      }
    }
  }
#endif
