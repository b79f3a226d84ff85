import PostilQuery

extension SQLiteStore {
  /// Runs `body` on a snapshot of the database, taken when it begins: what is written meanwhile is not seen.
  ///
  /// Inside a `write` of the same thread it sees what that has written so far.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws; ``DatabaseError`` when the snapshot cannot be taken; ``TransactionMisuse/closed``.
  @inlinable
  public func read<Result>(
    fileID: StaticString = #fileID, line: UInt = #line, _ body: (SQLiteReadTransaction) throws -> Result
  ) throws -> Result {
    let lease = try beginRead(CallSite(fileID: fileID, line: line))
    defer { end(lease) }
    return try body(SQLiteReadTransaction(connection: lease.connection, serial: lease.serial))
  }

  /// Runs `body` on a snapshot of the database, on a thread that may block.
  ///
  /// A task that is cancelled stops waiting for its turn, and the statement that it runs is interrupted.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws; `CancellationError`; ``DatabaseError`` when the snapshot cannot be taken;
  ///   ``TransactionMisuse/closed``.
  public func read<Result: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (SQLiteReadTransaction) throws -> Result
  ) async throws -> Result {
    try await run(in: readers) { slot, request in
      let connection = try slot.connection()
      slot.enter(writing: false)
      defer { slot.leave() }
      let serial = try connection.beginRead()
      connection.watch?.enter(CallSite(fileID: fileID, line: line))
      defer { connection.endRead() }
      request.didBegin(serial, on: connection)
      defer { request.willEnd() }
      do {
        return try body(SQLiteReadTransaction(connection: connection, serial: serial))
      } catch  where request.isCancelled {
        throw CancellationError()
      }
    }
  }

  /// A transaction that a block runs in.
  @usableFromInline
  struct Lease {
    @usableFromInline let connection: SQLiteConnection
    @usableFromInline let serial: UInt64
    /// The slot to give back, `nil` if the block is nested in another one.
    let slot: ConnectionSlot?

    init(connection: SQLiteConnection, serial: UInt64, slot: ConnectionSlot?) {
      self.connection = connection
      self.serial = serial
      self.slot = slot
    }
  }

  @usableFromInline
  func beginRead(_ callSite: CallSite) throws -> Lease {
    if let connection = currentSlot()?.currentConnection {
      return Lease(connection: connection, serial: connection.openSerial, slot: nil)
    }
    let slot = try readers.acquire()
    do {
      let connection = try slot.connection()
      let serial = try connection.beginRead()
      slot.enter(writing: false)
      connection.watch?.enter(callSite)
      return Lease(connection: connection, serial: serial, slot: slot)
    } catch {
      readers.release(slot)
      throw error
    }
  }

  @usableFromInline
  func end(_ lease: Lease) {
    guard let slot = lease.slot else { return }
    lease.connection.endRead()
    slot.leave()
    release(slot, to: readers)
  }

  /// Gives back a slot whose block has ended, then writes what is to be reported of it: the log may use the store.
  func release(_ slot: ConnectionSlot, to pool: ConnectionPool) {
    let optimizes = isOptimizeDue(after: slot, of: pool)
    let reports = reporter == nil ? [] : slot.takeReports()
    pool.release(slot)
    if optimizes { optimizeInBackground() }
    guard let reporter else { return }
    for report in reports { reporter.send(report) }
  }
}
