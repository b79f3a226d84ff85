#if PostgreSQL
  import PostilQuery
  import PostilSQLite

  /// A place for a connection in the pool; the connection is opened when the place is first used, and again when it was lost.
  ///
  /// Whoever acquired the slot, and nobody else, uses the connection.
  final class PostgreSQLSlot: PoolSlot, @unchecked Sendable {
    let worker = BlockWorker()
    var owner: UnsafeMutablePointer<Atomic<UInt>>?
    var holder: SlotHolder?
    /// The line of the program that opened the block.
    var callSite: CallSite?
    let server: Server
    private var opened: (connection: PostgreSQLConnection, end: ContinuousClock.Instant?)?
    private var lastUse = ContinuousClock.now
    /// What stops a statement of the connection, for other threads.
    private let canceller = Mutex<StatementCanceller?>(nil)
    /// Whether the block that runs is to be stopped.
    private let stop = StopFlag()
    /// The number of the transaction that stays open between the blocks of a snapshot.
    private var held: UInt64?
    /// Whether it is one of several, of which each can run any block.
    private let isPooled: Bool

    init(_ server: Server, isPooled: Bool = false) { (self.server, self.isPooled) = (server, isPooled) }

    /// Stops the block that runs.
    func interrupt() { interrupt(by: CancellationError()) }

    /// Stops the block that runs, which then throws this error.
    func interrupt(by error: any Error) {
      stop.error.withLock { $0 = $0 ?? error }
      stop.isSet.store(true, ordering: .releasing)
      canceller.withLock { $0?.cancel() }
    }

    /// Forgets that an earlier block was stopped.
    func prepareToRun() {
      stop.isSet.store(false, ordering: .relaxed)
      stop.error.withLock { $0 = nil }
    }

    var isStopped: Bool { stop.isSet.load(ordering: .acquiring) }

    /// The connection of the block that runs.
    var connection: PostgreSQLConnection? { opened?.connection }

    /// Closes the connection; the next use opens another.
    func close() {
      canceller.withLock { $0 = nil }
      guard opened != nil else { return }
      opened = nil
      server.didClose(isPooled: isPooled)
    }

    // MARK: Connecting

    /// Begins a transaction, on a new connection if the last one was lost.
    /// - Throws: ``NoRoom`` if another slot's connection can be used instead.
    private func begin(
      isWriting: Bool, _ reconnection: inout Reconnection
    ) throws -> (PostgreSQLConnection, UInt64) {
      closeIfUnusable()
      while true {
        do {
          let connection = try self.connect()
          connection.blockCallSite = callSite
          let commands = isWriting ? server.beginningWrite : server.beginningRead
          return (connection, try connection.begin(commands, isWriting: isWriting))
        } catch let error as ConnectionLost {
          try reconnect(after: error, &reconnection)
        }
      }
    }

    /// Closes a connection that was lost before the transaction's first statement, and waits before it is opened again.
    /// - Throws: the error if the time for that is over.
    private func reconnect(after error: ConnectionLost, _ reconnection: inout Reconnection) throws {
      close()
      if error.isForRoom, isPooled, server.hasPooledConnections { throw NoRoom() }
      let end = reconnection.end ?? ContinuousClock.now + server.options.reconnectTimeout
      guard ContinuousClock.now < end, !isStopped else { throw error }
      pause(microseconds: .random(in: reconnection.wait / 2...reconnection.wait))
      reconnection = Reconnection(end: end, wait: min(reconnection.wait * 2, 1_000_000))
    }

    private func closeIfUnusable() {
      guard let (connection, end) = opened else { return }
      if !connection.isUsable || connection.isWornOut || end.map({ ContinuousClock.now > $0 }) == true { close() }
    }

    /// The connection, for a query outside of a transaction.
    func usedConnection() throws -> PostgreSQLConnection {
      closeIfUnusable()
      return try connect()
    }

    private func connect() throws -> PostgreSQLConnection {
      if let opened { return opened.connection }
      var settings = server.settings
      settings.isStopped = { [stop] in stop.isSet.load(ordering: .relaxed) }
      let connection = try PostgreSQLConnection(server.url, settings)
      // Connections are replaced at different times.
      let end = server.options.maximumLifetime.map { ContinuousClock.now + $0 * Double.random(in: 0.9...1) }
      opened = (connection, end)
      server.didOpen(isPooled: isPooled)
      let canceller = StatementCanceller(connection)
      self.canceller.withLock { $0 = canceller }
      return connection
    }

    /// Closes an unused connection that doesn't answer or isn't needed any more, and opens one if there are fewer than the minimum.
    func checkHealth() {
      closeIfUnusable()
      if let connection = opened?.connection {
        let isIdle = server.options.idleTimeout.map { ContinuousClock.now > lastUse + $0 } ?? false
        if isIdle && server.openCount > server.options.minimumConnections || !connection.isAlive() { close() }
      }
      // If the server doesn't answer, the next check tries it again.
      if opened == nil, server.openCount < server.options.minimumConnections { _ = try? connect() }
    }

    // MARK: Transactions

    /// Runs a block in a transaction that reads a snapshot, and again if the server asks for it.
    func read<Result>(_ body: (PostgreSQLReadTransaction) throws -> Result) throws -> Result {
      try entered {
        if let held { return try readHeld(held, body) }
        return try repeated(isWriting: false) { connection, serial in
          let result = try body(PostgreSQLReadTransaction(connection, serial))
          try connection.endSingleShard()
          connection.endReading()
          return result
        }
      }
    }

    /// Runs a block in a transaction that writes, and again if it conflicts with others.
    /// - Parameter didCommit: called after the commit with the position in the server's log, `nil` if it isn't known.
    /// - Returns: what the block returns, and what is to run after the commit.
    func write<Result>(
      _ body: (PostgreSQLWriteTransaction) throws -> Result, didCommit: ((UInt64?) -> Void)?
    ) throws -> (result: Result, afterCommit: [@Sendable () -> Void]) {
      try entered {
        try repeated(isWriting: true) { connection, serial in
          let result = try body(PostgreSQLWriteTransaction(connection, serial))
          try connection.commit()
          if let didCommit { didCommit(try? connection.logPosition("pg_current_wal_insert_lsn")) }
          return (result, connection.takeAfterCommit())
        }
      }
    }

    /// Runs `body` in a transaction, and again if it conflicts with others.
    private func repeated<Result>(
      isWriting: Bool, _ body: (PostgreSQLConnection, UInt64) throws -> Result
    ) throws -> Result {
      var attempt = 1
      var reconnection = Reconnection()
      while true {
        let (connection, serial) = try begin(isWriting: isWriting, &reconnection)
        do {
          return try body(connection, serial)
        } catch {
          let isUntouched = connection.isUntouched
          connection.rollBack()
          if let error = error as? ConnectionLost, isUntouched {
            try reconnect(after: error, &reconnection)
            continue
          }
          guard let conflict = connection.conflict else { throw error }
          guard attempt < max(server.options.maximumAttempts, 1) else {
            throw TransactionConflict(attempts: attempt, last: conflict)
          }
          guard !isStopped else { throw stop.reason }
          // The longer the conflict lasts, the longer the pause, of a random length so that the same blocks don't meet again.
          pause(microseconds: .random(in: 0...(500 << min(attempt, 8))))
          attempt += 1
        }
      }
    }

    private func entered<Result>(_ body: () throws -> Result) throws -> Result {
      enter()
      defer {
        lastUse = .now
        leave()
      }
      do {
        return try body()
      } catch let error as PostgreSQLError where error.code == "57014" && isStopped {
        throw stop.reason
      } catch is CancellationError where isStopped {
        throw stop.reason
      } catch let error as ConnectionLost {
        close()
        throw error
      }
    }

    // MARK: Snapshots

    /// Begins a transaction whose snapshot all later reads see.
    func hold() throws {
      var reconnection = Reconnection()
      let (connection, serial) = try begin(isWriting: false, &reconnection)
      // The first query takes the snapshot. A failed block is undone up to the savepoint.
      try connection.run("SELECT; SAVEPOINT postil_snapshot")
      held = serial
    }

    private func readHeld<Result>(
      _ serial: UInt64, _ body: (PostgreSQLReadTransaction) throws -> Result
    ) throws -> Result {
      guard let connection = opened?.connection, connection.isUsable else {
        throw TransactionMisuse.rolledBack(reason: "the connection of the snapshot was lost")
      }
      var attempt = 1
      while true {
        connection.blockCallSite = callSite
        let use = connection.resume()
        defer { connection.suspend() }
        connection.conflict = nil
        do {
          return try body(PostgreSQLReadTransaction(connection, use))
        } catch {
          guard connection.isUsable else { throw error }
          try? connection.run("ROLLBACK TO SAVEPOINT postil_snapshot")
          // Prepared statements are out of date or were lost.
          guard connection.conflict != nil, attempt < server.options.maximumAttempts else { throw error }
          attempt += 1
        }
      }
    }
  }

  /// How long a block tries to reach the server.
  private struct Reconnection {
    /// `nil` as long as no connection was lost.
    var end: ContinuousClock.Instant?
    /// The next pause in microseconds.
    var wait = 10_000
  }

  /// Whether a block is to be stopped.
  private final class StopFlag: Sendable {
    let isSet = Atomic(false)
    /// The error that the block throws.
    let error = Mutex<(any Error)?>(nil)
    var reason: any Error { error.withLock { $0 } ?? CancellationError() }
  }

  /// A server, and what its connections have in common.
  final class Server: Sendable {
    let url: String
    let settings: ConnectionSettings
    let options: PostgreSQLOptions
    /// The commands that begin a transaction.
    let beginningWrite: [String]
    let beginningRead: [String]
    private let open = Atomic(0)
    /// The number of open connections that any block can use.
    private let pooled = Atomic(0)

    init(_ url: String, _ settings: ConnectionSettings, _ options: PostgreSQLOptions) {
      (self.url, self.options) = (url, options)
      beginningWrite = options.begin(options.isolation.rawValue)
      beginningRead = options.begin("REPEATABLE READ READ ONLY")
      var settings = settings
      settings.schemas = SchemaCache()
      self.settings = settings
    }

    /// The number of open connections.
    var openCount: Int { open.load(ordering: .relaxed) }

    var hasPooledConnections: Bool { pooled.load(ordering: .relaxed) > 0 }

    func didOpen(isPooled: Bool) {
      open.wrappingAdd(1, ordering: .relaxed)
      if isPooled { pooled.wrappingAdd(1, ordering: .relaxed) }
    }

    func didClose(isPooled: Bool) {
      open.wrappingSubtract(1, ordering: .relaxed)
      if isPooled { pooled.wrappingSubtract(1, ordering: .relaxed) }
    }
  }
#endif
