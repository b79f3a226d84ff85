#if PostgreSQL
  import PostilQuery
  import PostilSQLite
  import Synchronization

  /// A place for a connection in the pool; the connection is opened when the place is first used, and again when it was lost.
  ///
  /// Whoever acquired the slot, and nobody else, uses the connection.
  final class PostgreSQLSlot: PoolSlot, @unchecked Sendable {
    let worker = BlockWorker()
    var owner: UnsafeMutablePointer<Atomic<UInt>>?
    var holder: SlotHolder?
    private let url: String
    private let tables: [String: _TableDescription]
    private let options: PostgreSQLOptions
    private var opened: (connection: PostgreSQLConnection, end: ContinuousClock.Instant?)?
    /// What stops a statement of the connection, for other threads.
    private let canceller = Mutex<StatementCanceller?>(nil)
    /// Whether the block that runs is to be stopped.
    private let isStopped = Atomic(false)

    init(url: String, tables: [String: _TableDescription], options: PostgreSQLOptions) {
      (self.url, self.tables, self.options) = (url, tables, options)
    }

    /// Stops the block that runs.
    func interrupt() {
      isStopped.store(true, ordering: .relaxed)
      canceller.withLock { $0?.cancel() }
    }

    /// Forgets that an earlier block was stopped.
    func prepareToRun() { isStopped.store(false, ordering: .relaxed) }

    /// The connection of the block that runs.
    var connection: PostgreSQLConnection? { opened?.connection }

    /// Closes the connection; the next use opens another.
    func close() {
      canceller.withLock { $0 = nil }
      opened = nil
    }

    // MARK: Transactions

    /// Begins a transaction, on a new connection if the last one was lost.
    private func begin(_ mode: String) throws -> (PostgreSQLConnection, UInt64) {
      if let (connection, end) = opened, !connection.isUsable || end.map({ ContinuousClock.now > $0 }) == true {
        close()
      }
      let deadline = ContinuousClock.now + options.reconnectTimeout
      var wait = 10_000
      while true {
        do {
          let connection = try self.connect()
          return (connection, try connection.begin(options.begin(mode), isWriting: !mode.hasSuffix("READ ONLY")))
        } catch let error as ConnectionLost {
          // Nothing was done yet, so it can be tried again.
          close()
          guard ContinuousClock.now < deadline, !isStopped.load(ordering: .relaxed) else { throw error }
          pause(microseconds: wait)
          wait = min(wait * 2, 1_000_000)
        }
      }
    }

    private func connect() throws -> PostgreSQLConnection {
      if let opened { return opened.connection }
      let connection = try PostgreSQLConnection(url, tables: tables, preparesStatements: options.preparesStatements) {
        [unowned self] in
        isStopped.load(ordering: .relaxed)
      }
      // Connections are replaced at different times.
      let end = options.maximumLifetime.map { ContinuousClock.now + $0 * Double.random(in: 0.9...1) }
      opened = (connection, end)
      let canceller = StatementCanceller(connection)
      self.canceller.withLock { $0 = canceller }
      return connection
    }

    /// Runs a block in a transaction that reads a snapshot.
    func read<Result>(_ body: (PostgreSQLReadTransaction) throws -> Result) throws -> Result {
      try entered {
        let (connection, serial) = try begin("REPEATABLE READ READ ONLY")
        defer { connection.rollBack() }
        return try body(PostgreSQLReadTransaction(connection: connection, serial: serial))
      }
    }

    /// Runs a block in a transaction that writes, and again if it conflicts with others.
    func write<Result>(_ body: (PostgreSQLWriteTransaction) throws -> Result) throws -> Result {
      try entered {
        var attempt = 1
        while true {
          let (connection, serial) = try begin(options.isolation.rawValue)
          do {
            let result = try body(PostgreSQLWriteTransaction(connection: connection, serial: serial))
            try connection.commit()
            return result
          } catch {
            connection.rollBack()
            guard let conflict = connection.conflict ?? (error as? PostgreSQLError), conflict.isRetryable else {
              throw error
            }
            guard attempt < max(options.maximumAttempts, 1) else {
              throw TransactionConflict(attempts: attempt, last: conflict)
            }
            guard !isStopped.load(ordering: .relaxed) else { throw CancellationError() }
            // The longer the conflict lasts, the longer the pause, of a random length so that the same blocks don't meet again.
            pause(microseconds: .random(in: 0...(500 << min(attempt, 8))))
            attempt += 1
          }
        }
      }
    }

    private func entered<Result>(_ body: () throws -> Result) throws -> Result {
      enter()
      defer { leave() }
      do {
        return try body()
      } catch let error as PostgreSQLError where error.code == "57014" && isStopped.load(ordering: .relaxed) {
        throw CancellationError()
      } catch let error as ConnectionLost {
        close()
        throw error
      }
    }
  }
#endif
