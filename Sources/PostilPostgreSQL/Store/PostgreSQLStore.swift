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
    let timer = DeadlineTimer()
    let server: Server
    let limits: PoolLimits
    let schema: any DatabaseSchema.Type
    let replicas: ReplicaSet
    let parked = ParkedSlots()
    /// Listens for commits while something is observed.
    let listener = Mutex<ChangeListener?>(nil)
    /// The streams of rows and the observations.
    let observers = ObserverRegistry()
    /// Checks the unused connections.
    let keeper = Mutex<Task<Void, Never>?>(nil)
    /// Looks whether the replicas lag.
    let replicaWatch = Mutex<Task<Void, Never>?>(nil)
    /// The migrations that were applied when the store was opened.
    public let migrationOutcomes: [MigrationOutcome]

    /// Connects to a server, applies the pending migrations, and compares the database with the schema.
    /// - Parameters:
    ///   - url: a URL, or a list of libpq's parameters: `host=db.example dbname=tasks`. Source: PostgreSQL 15, section 34.1.1.
    ///   - readers: the URLs of replicas, on which `read` blocks run. A read after a `write` of this store waits until the replica has its
    ///     changes, for up to `replicaTimeout`, or uses the primary. Replicas that fail or lag aren't used.
    ///   - schema: the generated schema of the program, `TasksSchema.self`.
    ///   - migrations: the migrations of the program, `TasksSchema.migrations`, of which those for PostgreSQL are applied; `nil` if
    ///     somebody else changes the database. Several instances can start at once: one of them applies the migrations, and the others wait.
    ///   - steps: the steps in Swift between those migrations.
    ///   - options: the settings that differ from the defaults.
    /// - Throws: ``ConnectionRejected`` if the server doesn't accept the user, the password or the database, or if `url` isn't valid;
    ///   ``ConnectionLost`` if the server doesn't answer; `MigrationError` and ``PostgreSQLMigrationError`` if migrations can't be
    ///   applied; `SchemaMismatch` if tables or columns are missing; ``PostgreSQLError`` if the schema of the options doesn't exist;
    ///   ``UnsupportedByServer`` if the server lacks what `readers` or `migrations` need.
    public init(
      _ url: String, readers: [String] = [], schema: any DatabaseSchema.Type, migrations: SchemaMigrations? = nil,
      steps: [PostgreSQLMigrationStep] = [], options: PostgreSQLOptions = PostgreSQLOptions()
    ) async throws {
      self.schema = schema
      let tables = Dictionary(schema.tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      let settings = ConnectionSettings(
        tables: tables, schema: options.schemaName, arityChecks: schema.arityChecks, serverKind: options.serverKind,
        preparesStatements: options.preparesStatements, cachedStatements: options.cachedStatements,
        trace: options.trace,
        hooks: _HookTable(options.hooks))
      if let migrations {
        // What the steps know about the database is out of date after the next migration.
        let steps = ServerSteps(steps: steps) {
          var settings = settings
          settings.schemas = SchemaCache()
          return try PostgreSQLConnection(url, settings)
        }
        migrationOutcomes = try await BlockWorker().run {
          try ServerMigrator(
            ServerSession(url, schema: options.schemaName, kind: options.serverKind), migrations, steps,
            ServerWaiting(options)
          ).apply()
        }
      } else {
        migrationOutcomes = []
      }
      server = Server(url, settings, options)
      limits = PoolLimits(maximumWaiting: options.maximumWaiting, waitTimeout: options.waitTimeout)
      pool = Self.pool(of: server, limits, timer)
      // A replica that doesn't answer isn't used, so nobody waits for it.
      var readerOptions = options
      readerOptions.reconnectTimeout = .zero
      replicas = ReplicaSet(
        readers.map { [limits, timer] in Replica(Self.pool(of: Server($0, settings, readerOptions), limits, timer)) })
      try await primary(CallSite(fileID: #fileID, line: #line)) { slot in
        try slot.read { db in
          if !readers.isEmpty { try db._use.connection.kind.require(.replicas) }
          try db._use.connection.schema.check()
        }
      }
      keepConnections(options)
      watchReplicas()
    }

    private static func pool(
      of server: Server, _ limits: PoolLimits, _ timer: DeadlineTimer
    ) -> SlotPool<PostgreSQLSlot> {
      let count = min(max(server.options.maximumConnections, 1), PostgreSQLOptions.connectionLimit)
      let slots = (0..<count).map { _ in PostgreSQLSlot(server, isPooled: true) }
      return SlotPool(slots: slots, limits: limits, timer: timer)
    }

    /// The connections to the primary and to the replicas.
    var pools: [SlotPool<PostgreSQLSlot>] { [pool] + replicas.replicas.map(\.pool) }

    /// The connection whose block the calling thread runs.
    private var currentConnection: PostgreSQLConnection? {
      if let slot = pool.currentSlot { return slot.connection }
      for replica in replicas.replicas {
        if let slot = replica.pool.currentSlot { return slot.connection }
      }
      return nil
    }

    /// What a `write` calls after its commit; `nil` if there are no replicas.
    private var didCommit: (@Sendable (UInt64?) -> Void)? {
      guard !replicas.replicas.isEmpty else { return nil }
      return { [replicas] in replicas.didWrite($0) }
    }

    private func stopTasks() {
      keeper.withLock { $0?.cancel() }
      replicaWatch.withLock { $0?.cancel() }
      observers.close()
    }

    deinit {
      stopTasks()
    }

    // MARK: Blocks

    /// Runs `body` in a transaction that is committed when it returns and rolled back when it throws, in the calling task, but on a thread
    /// that may block. If it conflicts with another transaction, it is run again.
    ///
    /// `timeout` is how long the call may take, including the time that it waits for a connection.
    /// - Returns: what `body` returns, once it is committed.
    /// - Throws: what `body` throws, or the commit. ``TransactionConflict`` if it conflicted too often; ``ConnectionLost``, which says
    ///   whether the transaction may have been committed; ``CommitNotReplicated``; ``StatementNotTranslated``; `StoreOverload`; `TransactionTimeout`;
    ///   `CancellationError`.
    @discardableResult
    public func write<Result: Sendable>(
      timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
      _ body: @escaping @Sendable (PostgreSQLWriteTransaction) throws -> Result
    ) async throws -> Result {
      let (result, afterCommit) = try await primary(CallSite(fileID: fileID, line: line), Deadline(timeout)) {
        [didCommit] in try $0.write(body, didCommit: didCommit)
      }
      for body in afterCommit { body() }
      return result
    }

    /// Runs `body` in a transaction that reads a snapshot of the database, in the calling task, but on a thread that may block.
    ///
    /// `timeout` is how long the call may take, including the time that it waits for a connection.
    /// - Throws: what `body` throws; ``ConnectionLost``; ``StatementNotTranslated``; `StoreOverload`; `TransactionTimeout`;
    ///   `CancellationError`.
    public func read<Result: Sendable>(
      timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
      _ body: @escaping @Sendable (PostgreSQLReadTransaction) throws -> Result
    ) async throws -> Result {
      try await readAnywhere(CallSite(fileID: fileID, line: line), Deadline(timeout), body)
    }

    /// Runs `body` in a transaction that writes, on the calling thread. Inside a `write` of the same thread it is a savepoint of that one's
    /// transaction.
    @discardableResult
    public func write<Result>(
      timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
      _ body: (PostgreSQLWriteTransaction) throws -> Result
    ) throws -> Result {
      if let connection = currentConnection, let serial = connection.transaction {
        guard connection.isWriting else { throw TransactionMisuse.writeInsideRead }
        return try connection.savepoint { try body(PostgreSQLWriteTransaction(connection, serial)) }
      }
      let (result, afterCommit) = try runOnThread(
        in: pool, CallSite(fileID: fileID, line: line), Deadline(timeout)
      ) { try $0.write(body, didCommit: didCommit) }
      for body in afterCommit { body() }
      return result
    }

    /// Runs `body` in a transaction that reads a snapshot, on the calling thread. Inside another block of the same thread it reads in that
    /// one's transaction.
    public func read<Result>(
      timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
      _ body: (PostgreSQLReadTransaction) throws -> Result
    ) throws -> Result {
      if let connection = currentConnection, let serial = connection.transaction {
        return try body(PostgreSQLReadTransaction(connection, serial))
      }
      return try readAnywhere(CallSite(fileID: fileID, line: line), Deadline(timeout), body)
    }

    /// Waits for the blocks that run, and closes the connections. Later blocks throw `TransactionMisuse.closed`.
    public func close() async throws {
      guard currentConnection == nil else { throw TransactionMisuse.closeInsideTransaction }
      stopTasks()
      for pool in pools { pool.refuseAll() }
      parked.close()
      for pool in pools {
        try await BlockWorker().run {
          for _ in pool.slots { try pool.takeToClose(interrupting: false).close() }
        }
      }
    }
  }
#endif
