import PostilQuery

extension SQLiteStore {
  /// Runs `body` in a transaction that is committed when it returns and rolled back when it throws.
  ///
  /// One `write` runs at a time; others wait for it, first come, first served. Inside a `write` of the same thread it is a
  /// savepoint of that one's transaction.
  /// - Returns: what `body` returns, once it is committed.
  /// - Throws: what `body` throws, or the commit: ``ConstraintViolation`` for a foreign key that is checked at the end,
  ///   ``DatabaseError`` for a disk that is full or a database that another process keeps locked. Nothing is changed then.
  ///   ``TransactionMisuse`` inside a `read`, or when the store is closed or open for reading only.
  @inlinable @discardableResult
  public func write<Result>(
    fileID: StaticString = #fileID, line: UInt = #line, _ body: (SQLiteWriteTransaction) throws -> Result
  ) throws -> Result {
    let lease = try beginWrite(CallSite(fileID: fileID, line: line))
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

  /// Runs `body` in a transaction that is committed when it returns and rolled back when it throws, on a thread that may
  /// block.
  ///
  /// One `write` runs at a time; others wait for it, first come, first served. A task that is cancelled while it waits does
  /// not begin; one that has begun runs to its end.
  /// - Returns: what `body` returns, once it is committed.
  /// - Throws: what `body` throws, or the commit: ``ConstraintViolation`` for a foreign key that is checked at the end,
  ///   ``DatabaseError`` for a disk that is full or a database that another process keeps locked. Nothing is changed then.
  ///   `CancellationError`; ``TransactionMisuse`` when the store is closed or open for reading only.
  @discardableResult
  public func write<Result: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (SQLiteWriteTransaction) throws -> Result
  ) async throws -> Result {
    guard !options.isReadOnly else { throw TransactionMisuse.readOnlyStore }
    return try await run(in: writers) { [self] slot, _ in
      let connection = try slot.connection()
      slot.enter(writing: true)
      defer { slot.leave() }
      let serial = try connection.beginWrite(recordsChanges: observers.isActive)
      connection.watch?.enter(CallSite(fileID: fileID, line: line))
      let result: Result
      do {
        result = try body(SQLiteWriteTransaction(connection: connection, serial: serial))
      } catch {
        connection.rollBack()
        throw error
      }
      observers.didCommit(try connection.commit())
      return result
    }
  }

  @usableFromInline
  func beginWrite(_ callSite: CallSite) throws -> Lease {
    if let slot = currentSlot(), let connection = slot.currentConnection {
      guard slot.isWriting else { throw TransactionMisuse.writeInsideRead }
      let serial = connection.openSerial
      try connection.beginNested(in: serial)
      return Lease(connection: connection, serial: serial, slot: nil)
    }
    guard !options.isReadOnly else { throw TransactionMisuse.readOnlyStore }
    let slot = try writers.acquire()
    do {
      let connection = try slot.connection()
      let serial = try connection.beginWrite(recordsChanges: observers.isActive)
      slot.enter(writing: true)
      connection.watch?.enter(callSite)
      return Lease(connection: connection, serial: serial, slot: slot)
    } catch {
      writers.release(slot)
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
    defer {
      slot.leave()
      release(slot, to: writers)
    }
    observers.didCommit(try lease.connection.commit())
  }

  @usableFromInline
  func rollBack(_ lease: Lease) {
    guard let slot = lease.slot else { return lease.connection.rollBackNested() }
    lease.connection.rollBack()
    slot.leave()
    release(slot, to: writers)
  }
}
