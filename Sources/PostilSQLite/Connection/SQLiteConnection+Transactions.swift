import CSQLite
import PostilQuery
import Synchronization

/// The values of `SQLiteConnection.state`, other than a transaction's serial number, if the transaction can't continue.
private enum TransactionFlag {
  /// The task that the transaction runs for was cancelled.
  static let cancelled: UInt64 = 1 << 63
  /// The database rolled the transaction back.
  static let rolledBack: UInt64 = 1 << 62
  static let all = cancelled | rolledBack
}

extension SQLiteConnection {
  /// Begins a transaction that reads; its snapshot is taken now.
  /// - Returns: the transaction's serial number.
  func beginRead() throws -> UInt64 {
    try control(beginReading)
    do {
      try control(takeSnapshot)
    } catch {
      try? control(rollbackTransaction)
      throw error
    }
    return openTransaction()
  }

  /// The serial number of the open transaction, whether or not it can go on; 0 where none is open.
  var openSerial: UInt64 { state.load(ordering: .relaxed) & ~TransactionFlag.all }

  /// Ends a transaction that reads. There is nothing to keep, so a failure to commit is one to go back.
  func endRead() {
    state.store(0, ordering: .relaxed)
    if (try? control(commitTransaction)) == nil { rollBack() }
  }

  /// Begins the one transaction that writes, waiting for other processes up to the busy timeout.
  /// - Parameter recordsChanges: whether ``commit()`` has to return what the transaction changed.
  /// - Returns: the transaction's serial number.
  func beginWrite(recordsChanges: Bool = false) throws -> UInt64 {
    try control(beginWriting)
    changedTables.removeAll(keepingCapacity: true)
    if recordsChanges { changeRecorder = makeChangeRecorder() }
    return openTransaction()
  }

  /// Marks the connection as busy with something other than a transaction, which ``cancel(_:)`` can stop.
  /// - Returns: the number to cancel.
  func beginMaintenance() -> UInt64 { openTransaction() }

  func endMaintenance() { state.store(0, ordering: .relaxed) }

  /// Whether the task that uses the connection was cancelled.
  var isCancelled: Bool { state.load(ordering: .relaxed) & TransactionFlag.cancelled != 0 }

  private func openTransaction() -> UInt64 {
    lastSerial += 1
    state.store(lastSerial, ordering: .relaxed)
    return lastSerial
  }

  /// Commits the transaction that writes, or rolls it back where that fails.
  /// - Returns: what it changed; `nil` if that wasn't recorded.
  /// - Throws: ``ConstraintViolation`` for a foreign key that is checked only now, ``DatabaseError`` for anything else,
  ///   ``TransactionMisuse`` where the database has rolled the transaction back already.
  @discardableResult
  func commit() throws -> DatabaseRegion? {
    let changes = takeChanges()
    let flags = state.load(ordering: .relaxed)
    guard flags & TransactionFlag.rolledBack == 0 else {
      state.store(0, ordering: .relaxed)
      throw TransactionMisuse.rolledBack(reason: rollbackReason)
    }
    let reports = keyJournals.isEmpty ? [] : takeKeyChanges()
    do {
      try control(commitTransaction)
    } catch {
      rollBack()
      throw error
    }
    state.store(0, ordering: .relaxed)
    for report in reports { report() }
    return changes
  }

  /// Undoes the open transaction.
  func rollBack() {
    state.store(0, ordering: .relaxed)
    _ = takeChanges()
    if sqlite3_get_autocommit(handle) == 0 { try? control(rollbackTransaction) }
  }

  /// Begins a savepoint inside the open transaction. The name is the same for all: the innermost one is meant.
  /// Source: SQLite, "SAVEPOINT".
  @usableFromInline
  func beginNested(in serial: UInt64) throws {
    guard state.load(ordering: .relaxed) == serial else { throw endedError(serial) }
    try control(beginSavepoint)
  }

  /// Keeps what was done since the innermost savepoint.
  @usableFromInline
  func endNested(in serial: UInt64) throws {
    guard state.load(ordering: .relaxed) == serial else { throw endedError(serial) }
    try control(releaseSavepoint)
  }

  /// Undoes what was done since the innermost savepoint. Where the database has rolled back everything, nothing is left to
  /// undo.
  @usableFromInline
  func rollBackNested() {
    guard sqlite3_get_autocommit(handle) == 0 else { return }
    try? control(rollbackSavepoint)
    try? control(releaseSavepoint)
  }

  /// Makes every further statement of the transaction throw `CancellationError`, and stops the one that runs. Only for a
  /// transaction that reads, from any thread, while it is known to be open.
  func cancel(_ serial: UInt64) {
    let (exchanged, _) = state.compareExchange(
      expected: serial, desired: serial | TransactionFlag.cancelled, ordering: .relaxed)
    if exchanged { sqlite3_interrupt(handle) }
  }

  /// Notes that SQLite itself ended the open transaction, as it does after some errors, so that nothing that follows in the
  /// block is committed piece by piece. Source: SQLite, "Response To Errors Within A Transaction".
  func noteRollback(reason: String) {
    let serial = state.load(ordering: .relaxed)
    guard serial != 0, serial & TransactionFlag.all == 0, sqlite3_get_autocommit(handle) != 0 else { return }
    rollbackReason = reason
    state.store(serial | TransactionFlag.rolledBack, ordering: .relaxed)
  }

  /// Why the transaction `serial` can run no statement.
  @usableFromInline
  func endedError(_ serial: UInt64) -> any Error {
    let state = state.load(ordering: .relaxed)
    guard state & ~TransactionFlag.all == serial else { return TransactionMisuse.ended }
    if state & TransactionFlag.rolledBack != 0 { return TransactionMisuse.rolledBack(reason: rollbackReason) }
    return CancellationError()
  }

  /// Runs one of the statements that begin and end transactions.
  private func control(_ statement: OpaquePointer) throws {
    observer.allowsTransactionControl = true
    defer { observer.allowsTransactionControl = false }
    let code = sqlite3_step(statement)
    guard code == SQLITE_DONE else {
      let error = error(code, statement: statement)
      sqlite3_reset(statement)
      throw error
    }
    sqlite3_reset(statement)
  }
}
