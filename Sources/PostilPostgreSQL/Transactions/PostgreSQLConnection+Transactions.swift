#if PostgreSQL
  import CPostgreSQL
  import PostilQuery
  import PostilSQL

  extension PostgreSQLConnection {
    // MARK: Transactions

    /// Begins a transaction. Nothing is sent before its first statement, which saves the time of an answer.
    /// - Parameter commands: `BEGIN` and the transaction's settings.
    /// - Returns: the number of the transaction.
    func begin(_ commands: [String], isWriting: Bool) throws -> UInt64 {
      (conflict, self.isWriting, depth, cursorCount) = (nil, isWriting, 0, 0)
      (writer, reservation, recorder, afterCommit) = (nil, nil, nil, [])
      (unsent, hasBegun, isUntouched) = ([], false, false)
      (singleShard, nextCallSite, changedTables) = (nil, nil, [])
      endRollback()
      guard PQtransactionStatus(handle) == PQTRANS_IDLE else {
        throw ConnectionLost(message: "the connection isn't ready for a transaction", isOutcomeUnknown: false)
      }
      var begin = commands
      if let path = schema.searchPath { begin.append("SET LOCAL search_path = \(path)") }
      let deallocations = keeper == .server ? names.takeDeallocations() : ""
      if !deallocations.isEmpty {
        // Somebody else may have deallocated them.
        do { try run(deallocations) } catch  where conflict != nil && isUsable { conflict = nil }
      }
      (unsent, hasBegun, isUntouched) = (begin, false, true)
      lastTransaction += 1
      transaction = lastTransaction
      return lastTransaction
    }

    /// The commands to send before the next statement.
    func takeUnsent() -> [String] {
      // After an error, the server refuses everything but the end of the transaction or of its savepoint, which ends these too.
      let commands = PQtransactionStatus(handle) == PQTRANS_INERROR ? [] : unsent
      (unsent, hasBegun) = ([], true)
      return commands
    }

    /// Sends the commands that wait for the next statement, before anything that can't be in a pipeline.
    func sendUnsent() throws {
      if !unsent.isEmpty { try run() }
    }

    /// Sends what decides how a statement is prepared: the path on which its tables are found, and the savepoint that fails if the server
    /// refuses it.
    func sendBeforePreparing() throws {
      try flush()
      if hasBegun || schema.searchPath != nil { try sendUnsent() }
    }

    /// Sends a command with the next statement, or at once if the server will refuse it.
    private func runLater(_ command: String) throws {
      try flush()
      if hasBegun, PQtransactionStatus(handle) != PQTRANS_INTRANS { return try run(command) }
      unsent.append(command)
    }

    /// Commits the open transaction.
    /// - Throws: `ConstraintViolation`, ``PostgreSQLError``, ``ConnectionLost``, ``CommitNotReplicated``. Nothing is changed then, unless
    ///   the error says otherwise.
    func commit() throws {
      defer { (isCommitting, transaction, unsent) = (false, nil, []) }
      try checkStopped()
      try flush()
      try endSingleShard()
      guard hasBegun else { return }
      (isCommitting, replicationWarning, workerError, unsent) = (true, nil, nil, notifications)
      let result = try settings.arityChecks.isEmpty && unsent.isEmpty ? sendCommit() : checkAndCommit()
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failed(result, "COMMIT") }
      // COMMIT rolls back a transaction that has failed.
      guard String(cString: PQcmdStatus(result)) == "COMMIT" else {
        throw TransactionMisuse.rolledBack(reason: "a statement failed")
      }
      if let replicationWarning { throw CommitNotReplicated(message: replicationWarning) }
    }

    /// Rolls back the open transaction, if there is one.
    func rollBack() {
      (transaction, unsent) = (nil, [])
      (writer, reservation) = (nil, nil)
      discardBlobs()
      // A request to stop a statement that the server gets late stops the rollback instead.
      for _ in 0..<3 where isUsable && PQtransactionStatus(handle) != PQTRANS_IDLE { try? run("ROLLBACK") }
    }

    /// Ends a transaction that only read, without waiting for the server's answer: the next use of the connection reads it.
    func endReading() {
      guard writer == nil, pendingBlobs.isEmpty, PQtransactionStatus(handle) == PQTRANS_INTRANS
      else { return rollBack() }
      (transaction, unsent) = (nil, [])
      settings.trace?("ROLLBACK")
      if PQsendQuery(handle, "ROLLBACK") != 1 { rollBack() }
    }

    /// Reads the answer to the `ROLLBACK` of ``endReading()``.
    private func endRollback() {
      guard PQtransactionStatus(handle) == PQTRANS_ACTIVE else { return }
      while let result = PQgetResult(handle) { PQclear(result) }
      // A request to stop a statement that the server got late has stopped the rollback instead.
      if PQtransactionStatus(handle) != PQTRANS_IDLE { rollBack() }
    }

    /// Begins a block in a transaction that stays open between blocks.
    /// - Returns: the number that is valid until ``suspend()``.
    func resume() -> UInt64 {
      lastTransaction += 1
      transaction = lastTransaction
      return lastTransaction
    }

    /// Ends a block in a transaction that stays open.
    func suspend() { transaction = nil }

    /// Takes what runs after the commit.
    func takeAfterCommit() -> [@Sendable () -> Void] {
      defer { afterCommit = [] }
      return afterCommit
    }

    private func sendCommit() -> OpaquePointer? {
      settings.trace?("COMMIT")
      return PQexec(handle, "COMMIT")
    }

    /// The commands that notify the observations of changed tables which have no triggers.
    private var notifications: [String] {
      changedTables.sorted().map { "NOTIFY \(ObservationTriggers.channel), \(SQLText.literal($0))" }
    }

    /// Sends what waits, checks what is otherwise checked by the commit, after which the owner with too few members can't be found, and
    /// commits if nothing is wrong, in one round trip.
    private func checkAndCommit() throws -> OpaquePointer? {
      if !settings.arityChecks.isEmpty { unsent += ["SAVEPOINT postil_commit", "SET CONSTRAINTS ALL IMMEDIATE"] }
      do {
        return try pipelined("COMMIT") {
          settings.trace?("COMMIT")
          return PQsendQueryParams(handle, "COMMIT", 0, nil, nil, nil, nil, 0) == 1 ? 1 : nil
        }.first
      } catch let error as ConstraintViolation where !settings.arityChecks.isEmpty {
        isCommitting = false
        try run("ROLLBACK TO SAVEPOINT postil_commit")
        throw try unmetArity() ?? error
      }
    }

    // MARK: Savepoints

    /// Runs `body` in a savepoint: kept when it returns, undone when it throws.
    @usableFromInline
    func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
      let (name, afterCommitCount, changedTables) = ("s\(depth)", afterCommit.count, changedTables)
      try runLater("SAVEPOINT \(name)")
      depth += 1
      do {
        let result = try body()
        try flush()
        if !forgetSavepoint(name) { try runLater("RELEASE SAVEPOINT \(name)") }
        depth -= 1
        return result
      } catch {
        depth -= 1
        afterCommit.removeSubrange(afterCommitCount...)
        self.changedTables = changedTables
        discardBlobs()
        if !forgetSavepoint(name) {
          unsent = []
          try? run("ROLLBACK TO SAVEPOINT \(name); RELEASE SAVEPOINT \(name)")
        }
        throw error
      }
    }

    /// Returns whether a savepoint wasn't sent, and forgets it then.
    private func forgetSavepoint(_ name: String) -> Bool {
      guard let index = unsent.lastIndex(of: "SAVEPOINT \(name)") else { return false }
      unsent.removeSubrange(index...)
      return true
    }

    /// Frees a cursor with the next statement. The end of the transaction frees it if there is none.
    func closeLater(_ cursor: String) {
      if PQtransactionStatus(handle) == PQTRANS_INTRANS { unsent.append("CLOSE \(cursor)") }
    }
  }
#endif
