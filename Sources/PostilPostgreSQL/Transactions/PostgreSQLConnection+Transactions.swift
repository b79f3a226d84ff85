#if PostgreSQL
  import CPostgreSQL
  import PostilQuery

  extension PostgreSQLConnection {
    // MARK: Transactions

    /// Begins a transaction. Nothing is sent before its first statement, which saves the time of an answer.
    /// - Parameter commands: `BEGIN` and the transaction's settings.
    /// - Returns: the number of the transaction.
    func begin(_ commands: [String], isWriting: Bool) throws -> UInt64 {
      (conflict, self.isWriting, depth, cursorCount) = (nil, isWriting, 0, 0)
      (writer, reservation, recorder, afterCommit) = (nil, nil, nil, [])
      (unsentBegin, isUntouched) = ([], false)
      endRollback()
      guard PQtransactionStatus(handle) == PQTRANS_IDLE else {
        throw ConnectionLost(message: "the connection isn't ready for a transaction", isOutcomeUnknown: false)
      }
      let begin = commands + (schema.searchPath.map { ["SET LOCAL search_path = \($0)"] } ?? [])
      let deallocations = keeper == .server ? names.takeDeallocations() : ""
      if deallocations.isEmpty {
        (unsentBegin, isUntouched) = (begin, true)
      } else {
        let commands = begin.joined(separator: "; ")
        do {
          try run(commands + deallocations)
        } catch  where conflict != nil && isUsable {
          // Somebody else deallocated them.
          conflict = nil
          try run("ROLLBACK; " + commands)
        }
      }
      lastTransaction += 1
      transaction = lastTransaction
      return lastTransaction
    }

    /// Begins the transaction on the server, before anything is sent that can't be in a pipeline.
    func sendBegin() throws {
      guard !unsentBegin.isEmpty else { return }
      let commands = unsentBegin.joined(separator: "; ")
      unsentBegin = []
      try run(commands)
      isUntouched = false
    }

    /// Commits the open transaction.
    /// - Throws: `ConstraintViolation`, ``PostgreSQLError``, ``ConnectionLost``, ``CommitNotReplicated``. Nothing is changed then, unless
    ///   the error says otherwise.
    func commit() throws {
      defer { (isCommitting, transaction, unsentBegin) = (false, nil, []) }
      try checkStopped()
      try flush()
      guard unsentBegin.isEmpty else { return }
      if !settings.arityChecks.isEmpty { try checkDeferredConstraints() }
      (isCommitting, replicationWarning, workerError) = (true, nil, nil)
      settings.trace?("COMMIT")
      let result = PQexec(handle, "COMMIT")
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
      (transaction, unsentBegin) = (nil, [])
      (writer, reservation) = (nil, nil)
      discardBlobs()
      // A request to stop a statement that the server gets late stops the rollback instead.
      for _ in 0..<3 where isUsable && PQtransactionStatus(handle) != PQTRANS_IDLE { try? run("ROLLBACK") }
    }

    /// Ends a transaction that only read, without waiting for the server's answer: the next use of the connection reads it.
    func endReading() {
      guard unsentBegin.isEmpty, writer == nil, pendingBlobs.isEmpty, PQtransactionStatus(handle) == PQTRANS_INTRANS
      else { return rollBack() }
      transaction = nil
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

    /// Checks what is otherwise checked by the commit, after which the owner with too few members can't be found.
    private func checkDeferredConstraints() throws {
      do {
        try run("SAVEPOINT postil_commit; SET CONSTRAINTS ALL IMMEDIATE")
      } catch let error as ConstraintViolation {
        try run("ROLLBACK TO SAVEPOINT postil_commit")
        throw try unmetArity() ?? error
      }
    }

    // MARK: Savepoints

    /// Runs `body` in a savepoint: kept when it returns, undone when it throws.
    @usableFromInline
    func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
      let (name, afterCommitCount) = ("s\(depth)", afterCommit.count)
      try run("SAVEPOINT \(name)")
      depth += 1
      do {
        let result = try body()
        try run("RELEASE SAVEPOINT \(name)")
        depth -= 1
        return result
      } catch {
        depth -= 1
        afterCommit.removeSubrange(afterCommitCount...)
        discardBlobs()
        try? run("ROLLBACK TO SAVEPOINT \(name); RELEASE SAVEPOINT \(name)")
        throw error
      }
    }
  }
#endif
