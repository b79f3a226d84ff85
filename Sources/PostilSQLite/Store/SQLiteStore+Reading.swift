import CSQLite
import PostilQuery

extension SQLiteStore {
  /// Runs `body` on a snapshot of the database, taken when it begins: what is written meanwhile is not seen.
  ///
  /// Inside a `write` of the same thread it sees what that has written so far.
  /// - Parameter timeout: how long the call may take, including the time that it waits for its turn. It has no effect inside another
  ///   block.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws; ``DatabaseError`` when the snapshot cannot be taken; ``StoreOverload`` if it doesn't get its turn;
  ///   ``TransactionTimeout``; ``TransactionMisuse/closed``.
  @inlinable
  public func read<Result>(
    timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (SQLiteReadTransaction) throws -> Result
  ) throws -> Result {
    let lease = try beginRead(CallSite(fileID: fileID, line: line), timeout: timeout)
    defer { end(lease) }
    return try body(SQLiteReadTransaction(connection: lease.connection, serial: lease.serial))
  }

  /// Runs `body` on a snapshot of the database, in the calling task, but on a thread that may block.
  ///
  /// A task that is cancelled stops waiting for its turn, and the statement that it runs is interrupted.
  /// - Parameter timeout: how long the call may take, including the time that it waits for its turn.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws; `CancellationError`; ``DatabaseError`` when the snapshot cannot be taken; ``StoreOverload`` if it
  ///   doesn't get its turn; ``TransactionTimeout``; ``TransactionMisuse/closed``.
  public func read<Result: Sendable>(
    timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (SQLiteReadTransaction) throws -> Result
  ) async throws -> Result {
    let (callSite, deadline) = (CallSite(fileID: fileID, line: line), Deadline(timeout))
    let origin = blockOrigin()
    return try await run(in: readers, for: callSite, by: deadline) { [self] slot, request in
      let lease = try openRead(slot, callSite, deadline, origin)
      defer { finishRead(lease) }
      request.didBegin(StoppableTransaction(connection: lease.connection, serial: lease.serial))
      return try body(SQLiteReadTransaction(connection: lease.connection, serial: lease.serial))
    }
  }

  /// A transaction that a block runs in.
  @usableFromInline
  struct Lease {
    @usableFromInline let connection: SQLiteConnection
    @usableFromInline let serial: UInt64
    /// The slot to give back, `nil` if the block is nested in another one.
    let slot: ConnectionSlot?
    /// The timer's action that stops the transaction.
    let alarm: UInt64?

    init(connection: SQLiteConnection, serial: UInt64, slot: ConnectionSlot?, alarm: UInt64? = nil) {
      self.connection = connection
      self.serial = serial
      self.slot = slot
      self.alarm = alarm
    }
  }

  @usableFromInline
  func beginRead(_ callSite: CallSite, timeout: Duration?) throws -> Lease {
    if let slot = currentSlot() { return try nested(in: slot) }
    let (deadline, origin) = (Deadline(timeout), blockOrigin())
    let slot = try readers.acquire(for: callSite, by: deadline)
    do {
      return try openRead(slot, callSite, deadline, origin)
    } catch {
      readers.release(slot)
      throw error
    }
  }

  @usableFromInline
  func end(_ lease: Lease) {
    guard let slot = lease.slot else { return }
    finishRead(lease)
    release(slot, to: readers)
  }

  /// Begins the transaction of a `read` with an acquired slot, which the thread enters.
  @inline(__always)
  private func openRead(
    _ slot: ConnectionSlot, _ callSite: CallSite, _ deadline: Deadline?, _ origin: BlockOrigin?
  ) throws -> Lease {
    slot.enter(writing: false)
    do {
      let connection = try slot.connection()
      let serial = try connection.beginRead()
      return lease(connection, serial, slot, callSite, deadline, origin)
    } catch {
      slot.leave()
      throw error
    }
  }

  @inline(__always)
  private func finishRead(_ lease: Lease) {
    lease.connection.endRead()
    leave(lease)
  }

  /// The lease of a transaction that has just begun, which is stopped at its deadline.
  @inline(__always)
  func lease(
    _ connection: SQLiteConnection, _ serial: UInt64, _ slot: ConnectionSlot, _ callSite: CallSite,
    _ deadline: Deadline?, _ origin: BlockOrigin?
  ) -> Lease {
    connection.watch?.enter(callSite, origin)
    guard let deadline else { return Lease(connection: connection, serial: serial, slot: slot) }
    connection.timeout = deadline.limit
    let transaction = StoppableTransaction(connection: connection, serial: serial)
    let alarm = timer.add(deadline.time) { transaction.stop(TransactionFlag.timedOut) }
    return Lease(connection: connection, serial: serial, slot: slot, alarm: alarm)
  }

  /// What the report of a block contains about its call, `nil` if there is no monitor.
  func blockOrigin() -> BlockOrigin? { options.monitor.map { BlockOrigin($0) } }

  /// The thread leaves the slot of a transaction that has ended.
  @inline(__always)
  func leave(_ lease: Lease) {
    if let alarm = lease.alarm { timer.remove(alarm) }
    lease.slot?.leave()
  }

  /// A block inside the one that the calling thread runs with `slot`.
  func nested(in slot: ConnectionSlot) throws -> Lease {
    guard let connection = slot.currentConnection, connection.openSerial != 0, connection.watch?.isTracing != true
    else { throw TransactionMisuse.insideCallback }
    return Lease(connection: connection, serial: connection.openSerial, slot: nil)
  }

  /// Gives back a slot whose block has ended, then writes what is to be reported of it: the log may use the store.
  func release(_ slot: ConnectionSlot, to pool: ConnectionPool) {
    let optimizes = isOptimizeDue(after: slot, of: pool)
    let reports = reporter == nil ? [] : slot.takeReports()
    let report = options.monitor == nil ? nil : slot.takeBlockReport()
    pool.release(slot)
    report?()
    if optimizes { optimizeInBackground() }
    guard let reporter else { return }
    for report in reports { reporter.send(report) }
  }
}
