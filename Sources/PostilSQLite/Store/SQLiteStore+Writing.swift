import CSQLite
import PostilQuery

extension SQLiteStore {
  /// Runs `body` in a transaction that is committed when it returns and rolled back when it throws.
  ///
  /// One `write` runs at a time; others wait for it, first come, first served. Inside a `write` of the same thread it is a
  /// savepoint of that one's transaction.
  /// - Parameter timeout: how long the call may take, including the time that it waits for its turn. It has no effect inside another
  ///   block.
  /// - Returns: what `body` returns, once it is committed.
  /// - Throws: what `body` throws, or the commit: ``ConstraintViolation`` for a foreign key that is checked at the end,
  ///   ``DatabaseError`` for a disk that is full or a database that another process keeps locked, ``DatabaseFileError`` if
  ///   the file was deleted or replaced. Nothing is changed then.
  ///   ``StoreOverload`` if it doesn't get its turn; ``TransactionTimeout``; ``TransactionMisuse`` inside a `read`, or when the store is
  ///   closed or open for reading only.
  @inlinable @discardableResult
  public func write<Result>(
    timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (SQLiteWriteTransaction) throws -> Result
  ) throws -> Result {
    let lease = try beginWrite(CallSite(fileID: fileID, line: line), timeout: timeout)
    let result: Result
    do {
      result = try body(SQLiteWriteTransaction(connection: lease.connection, serial: lease.serial))
    } catch {
      rollBack(lease)
      throw error
    }
    try commit(lease)
    return result
  }

  /// Runs `body` in a transaction that is committed when it returns and rolled back when it throws, in the calling task, but on a
  /// thread that may block.
  ///
  /// One `write` runs at a time; others wait for it, first come, first served. If the task is cancelled before the commit, everything is
  /// rolled back.
  /// - Parameter timeout: how long the call may take, including the time that it waits for its turn.
  /// - Returns: what `body` returns, once it is committed.
  /// - Throws: what `body` throws, or the commit: ``ConstraintViolation`` for a foreign key that is checked at the end,
  ///   ``DatabaseError`` for a disk that is full or a database that another process keeps locked, ``DatabaseFileError`` if
  ///   the file was deleted or replaced. Nothing is changed then.
  ///   `CancellationError`; ``StoreOverload`` if it doesn't get its turn; ``TransactionTimeout``; ``TransactionMisuse`` when the store is
  ///   closed or open for reading only.
  @discardableResult
  public func write<Result: Sendable>(
    timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (SQLiteWriteTransaction) throws -> Result
  ) async throws -> Result {
    guard !options.isReadOnly else { throw TransactionMisuse.readOnlyStore }
    let (callSite, deadline) = (CallSite(fileID: fileID, line: line), Deadline(timeout))
    let origin = blockOrigin()
    let (result, afterCommit) = try await run(in: writers, for: callSite, by: deadline) { [self] slot, request in
      let lease = try openWrite(slot, callSite, deadline, origin, isInTask: true)
      defer { leave(lease) }
      request.didBegin(StoppableTransaction(connection: lease.connection, serial: lease.serial))
      let result: Result
      do {
        result = try body(SQLiteWriteTransaction(connection: lease.connection, serial: lease.serial))
      } catch {
        lease.connection.rollBack()
        throw error
      }
      observers.didCommit(try lease.connection.commit())
      return (result, lease.connection.takeAfterCommit())
    }
    for body in afterCommit { body() }
    return result
  }

  @usableFromInline
  func beginWrite(_ callSite: CallSite, timeout: Duration?) throws -> Lease {
    if let slot = currentSlot() {
      guard slot.isWriting else { throw TransactionMisuse.writeInsideRead }
      let lease = try nested(in: slot)
      try lease.connection.beginNested(in: lease.serial)
      return lease
    }
    guard !options.isReadOnly else { throw TransactionMisuse.readOnlyStore }
    let (deadline, origin) = (Deadline(timeout), blockOrigin())
    let slot = try writers.acquire(for: callSite, by: deadline)
    do {
      return try openWrite(slot, callSite, deadline, origin, isInTask: false)
    } catch {
      writers.release(slot)
      throw error
    }
  }

  /// Begins the transaction of a `write` with an acquired slot, which the thread enters.
  private func openWrite(
    _ slot: ConnectionSlot, _ callSite: CallSite, _ deadline: Deadline?, _ origin: BlockOrigin?, isInTask: Bool
  ) throws -> Lease {
    slot.enter(writing: true)
    do {
      let connection = try slot.connection()
      let begin = { try connection.beginWrite(recordsChanges: self.observers.isActive) }
      guard deadline != nil || isInTask || origin != nil else {
        return lease(connection, try begin(), slot, callSite, nil, nil)
      }
      let wait = LockWait(busyTimeout: options.busyTimeout, deadline: deadline, isInTask: isInTask)
      let serial = try wait.during(on: connection, begin)
      connection.watch?.recorder?.busyRetries = wait.retries
      return lease(connection, serial, slot, callSite, deadline, origin)
    } catch {
      slot.leave()
      if let deadline, (error as? DatabaseError)?.code == SQLITE_BUSY, deadline.remaining == .zero {
        throw TransactionTimeout(limit: deadline.limit)
      }
      throw error
    }
  }

  @usableFromInline
  func commit(_ lease: Lease) throws {
    guard let slot = lease.slot else {
      do {
        return try lease.connection.endNested(in: lease.serial)
      } catch {
        lease.connection.rollBackNested()
        throw error
      }
    }
    let afterCommit = try {
      defer {
        leave(lease)
        release(slot, to: writers)
      }
      observers.didCommit(try lease.connection.commit())
      return lease.connection.takeAfterCommit()
    }()
    for body in afterCommit { body() }
  }

  @usableFromInline
  func rollBack(_ lease: Lease) {
    guard let slot = lease.slot else { return lease.connection.rollBackNested() }
    lease.connection.rollBack()
    leave(lease)
    release(slot, to: writers)
  }
}
