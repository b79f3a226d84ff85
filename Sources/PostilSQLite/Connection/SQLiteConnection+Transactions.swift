import CSQLite
import PostilQuery

extension SQLiteConnection {
  /// Begins a transaction that reads; its snapshot is taken now.
  /// - Returns: the transaction's serial number.
  func beginRead() throws -> UInt64 {
    try finishRollback()
    try control(beginReading)
    do {
      try noteSchema()
    } catch {
      try? control(rollbackTransaction)
      throw error
    }
    return openTransaction()
  }

  /// The serial number of the open transaction, even if it can't continue; 0 if none is open.
  var openSerial: UInt64 { state.load(ordering: .relaxed) & ~TransactionFlag.all }

  /// Ends a transaction that reads. It has changed nothing, so it is rolled back if it can't be committed.
  func endRead() {
    guard !process.isCopy else { return }
    _ = closeTransaction()
    if (try? control(commitTransaction)) == nil { rollBack() }
  }

  /// Continues a transaction that reads in another block.
  /// - Returns: the serial number for that block.
  /// - Throws: ``TransactionMisuse/rolledBack(reason:)``
  func resumeRead() throws -> UInt64 {
    try process.check()
    guard sqlite3_get_autocommit(handle) == 0 else { throw TransactionMisuse.rolledBack(reason: rollbackReason) }
    return openTransaction()
  }

  /// Ends a block but not its transaction.
  func suspendRead() { _ = closeTransaction() }

  /// Begins the one transaction that writes, waiting for other processes up to the busy timeout.
  /// - Parameter recordsChanges: whether ``commit()`` has to return what the transaction changed.
  /// - Returns: the transaction's serial number.
  func beginWrite(recordsChanges: Bool = false) throws -> UInt64 {
    try finishRollback()
    try control(beginWriting)
    do {
      try untraced { try noteSchema() }
    } catch {
      try? control(rollbackTransaction)
      throw error
    }
    changedTables.removeAll(keepingCapacity: true)
    if !savepointMarks.isEmpty { savepointMarks.removeAll(keepingCapacity: true) }
    if recordsChanges { changeRecorder = makeChangeRecorder() }
    let serial = openTransaction()
    guard let firstStatement else { return serial }
    do {
      _ = try execute(start(firstStatement, in: serial, mayWrite: true), bind: { _ in })
    } catch {
      rollBack()
      throw error
    }
    return serial
  }

  /// Marks the connection as busy with something other than a transaction, which ``stop(_:_:)`` can stop.
  /// - Returns: the number to stop.
  func beginMaintenance() -> UInt64 { openTransaction() }

  func endMaintenance() { _ = closeTransaction() }

  /// Rolls back a transaction that is still open because its rollback failed, for lack of memory for instance.
  private func finishRollback() throws {
    try process.check()
    if sqlite3_get_autocommit(handle) == 0 { try control(rollbackTransaction) }
  }

  private func openTransaction() -> UInt64 {
    lastSerial += 1
    if !context.values.isEmpty { context.values = [:] }
    owner.store(postil_current_thread(), ordering: .relaxed)
    state.store(lastSerial, ordering: .relaxed)
    return lastSerial
  }

  /// Commits the transaction that writes, or rolls it back where that fails.
  /// - Returns: what it changed; `nil` if that wasn't recorded.
  /// - Throws: ``ConstraintViolation`` for a foreign key that is checked only now, ``DatabaseFileError`` if the file was deleted or
  ///   replaced, ``DatabaseError`` for anything else, ``TransactionMisuse`` if the database has already rolled the transaction back;
  ///   `CancellationError` and others if the transaction was stopped; ``TransactionMisuse/forked``.
  @discardableResult
  func commit() throws -> DatabaseRegion? {
    try process.check()
    let changes = takeChanges()
    let canCommit = state.load(ordering: .relaxed) & TransactionFlag.all == 0
    let left = keyJournals.isEmpty || !canCommit ? [] : removeLeftJournals()
    let reports = keyJournals.isEmpty || !canCommit ? [] : takeKeyChanges(without: left)
    let flags = closeTransaction()
    guard flags == 0 else {
      rollBack()
      throw stopError(flags)
    }
    do {
      try file?.check(handle, name: path)
      try control(commitTransaction)
    } catch {
      rollBack()
      throw error
    }
    for id in left { keyJournals[id] = nil }
    for report in reports { report() }
    return changes
  }

  /// The closures to run after the commit that has just succeeded.
  func takeAfterCommit() -> [@Sendable () -> Void] {
    guard !afterCommit.isEmpty else { return [] }
    defer { afterCommit = [] }
    return afterCommit
  }

  /// Undoes the open transaction.
  func rollBack() {
    guard !process.isCopy else { return }
    watch?.recorder?.block?.isCommitted = false
    _ = closeTransaction()
    _ = (takeChanges(), takeAfterCommit())
    if sqlite3_get_autocommit(handle) == 0 { try? control(rollbackTransaction) }
  }

  /// Begins a savepoint inside the open transaction. The name is the same for all: the innermost one is meant.
  /// Source: SQLite, "SAVEPOINT".
  @usableFromInline
  func beginNested(in serial: UInt64) throws {
    try process.check()
    guard isUsable(serial) else { throw endedError(serial) }
    try control(beginSavepoint)
    savepointMarks.append((afterCommit.count, context.values))
  }

  /// Keeps what was done since the innermost savepoint.
  @usableFromInline
  func endNested(in serial: UInt64) throws {
    try process.check()
    guard isUsable(serial) else { throw endedError(serial) }
    try control(releaseSavepoint)
    savepointMarks.removeLast()
  }

  /// Undoes what was done since the innermost savepoint. If the database has already rolled back everything, nothing is left to
  /// undo. If SQLite can't undo it, the whole transaction is rolled back: otherwise half of the savepoint's work would be committed.
  @usableFromInline
  func rollBackNested() {
    guard !process.isCopy else { return }
    if let mark = savepointMarks.popLast() {
      afterCommit.removeSubrange(mark.afterCommit...)
      context.values = mark.context
    }
    guard sqlite3_get_autocommit(handle) == 0, state.load(ordering: .relaxed) & TransactionFlag.all == 0 else { return }
    do {
      try control(rollbackSavepoint)
      try control(releaseSavepoint)
      try untraced { try noteSchema() }
    } catch {
      let serial = state.load(ordering: .relaxed)
      guard serial & TransactionFlag.all == 0 else { return }
      rollbackReason = "a savepoint couldn't be undone: \((error as? DatabaseError)?.message ?? "\(error)")"
      _ = state.compareExchange(expected: serial, desired: serial | TransactionFlag.rolledBack, ordering: .relaxed)
      // If this fails too, the end of the block tries again.
      try? control(rollbackTransaction)
    }
  }

  /// Notes that SQLite itself ended the open transaction, as it does after some errors, so that nothing that follows in the
  /// block is committed piece by piece. Source: SQLite, "Response To Errors Within A Transaction".
  func noteRollback(reason: String) {
    let serial = state.load(ordering: .relaxed)
    guard serial != 0, serial & TransactionFlag.all == 0, sqlite3_get_autocommit(handle) != 0 else { return }
    rollbackReason = reason
    // If another thread has just stopped the transaction, that is the reason why it can't continue.
    _ = state.compareExchange(
      expected: serial, desired: serial | TransactionFlag.rolledBack, ordering: .relaxed)
  }

  /// Takes the open transaction's snapshot if it has none yet, and finds out whether the schema has changed since the last call: then
  /// SQLite has prepared the statement again. Source: SQLite, "Status Parameters for prepared statements".
  func noteSchema() throws {
    try control(takeSnapshot)
    let count = sqlite3_stmt_status(takeSnapshot, SQLITE_STMTSTATUS_REPREPARE, 0)
    guard count != snapshotPreparations else { return }
    schemaGeneration &+= 1
    try findForeignTriggers()
    snapshotPreparations = count
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
