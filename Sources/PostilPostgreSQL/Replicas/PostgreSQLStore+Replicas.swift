#if PostgreSQL
  import PostilQuery
  import PostilSQLite

  extension PostgreSQLStore {
    /// Runs a read on a replica that has everything that the store has written, otherwise on the primary.
    func readAnywhere<Result: Sendable>(
      _ callSite: CallSite, _ deadline: Deadline?,
      _ body: @escaping @Sendable (PostgreSQLReadTransaction) throws -> Result
    ) async throws -> Result {
      for replica in replicas.candidates {
        let required = replicas.required
        let result: Result? = try await run(in: replica.pool, callSite, deadline) { [replicas] slot in
          try slot.read(from: replica, of: replicas, after: required, body)
        }
        if let result { return result }
      }
      return try await run(in: pool, callSite, deadline) { try $0.read(body) }
    }

    /// The same on the calling thread.
    func readAnywhere<Result>(
      _ callSite: CallSite, _ deadline: Deadline?, _ body: (PostgreSQLReadTransaction) throws -> Result
    ) throws -> Result {
      for replica in replicas.candidates {
        let required = replicas.required
        let result = try runOnThread(in: replica.pool, callSite, deadline) { slot in
          try slot.read(from: replica, of: replicas, after: required, body)
        }
        if let result { return result }
      }
      return try runOnThread(in: pool, callSite, deadline) { try $0.read(body) }
    }

    /// Looks every second where the primary and the replicas are.
    func watchReplicas() {
      guard !replicas.replicas.isEmpty else { return }
      let limit = server.options.maximumReplicaLag
      let task = Task { [weak self] in
        repeat {
          guard let self else { return }
          let callSite = CallSite(fileID: #fileID, line: #line)
          let unknownCount = replicas.unknownCount
          let primary = try? await run(in: pool, callSite, nil) { slot in
            try slot.read { db in try db._use.connection.logPosition("pg_current_wal_insert_lsn") }
          }
          if let primary { replicas.notePrimary(primary, unknownCount, keeping: limit) }
          for replica in replicas.replicas {
            let position = try? await run(in: replica.pool, callSite, nil) { slot in
              try slot.read { db in try db._use.connection.logPosition("pg_last_wal_replay_lsn") }
            }
            guard let position, !replicas.isLagging(at: position, by: limit) else {
              replica.skip()
              continue
            }
            replica.note(position)
            replica.use()
          }
        } while (try? await Task.sleep(for: .seconds(1))) != nil
      }
      replicaWatch.withLock { $0 = task }
    }
  }

  extension PostgreSQLSlot {
    /// Runs a read on a replica once it has reached a position of the log.
    /// - Returns: `nil` if it lags or fails.
    fileprivate func read<Result>(
      from replica: Replica, of replicas: ReplicaSet, after position: UInt64,
      _ body: (PostgreSQLReadTransaction) throws -> Result
    ) throws -> Result? {
      do {
        if !replica.hasReached(position) {
          let deadline = ContinuousClock.now + server.options.replicaTimeout
          var wait = 500
          while true {
            let reached = try usedConnection().logPosition("pg_last_wal_replay_lsn")
            // A server that was promoted no longer follows the primary.
            guard let reached else {
              replica.skip()
              return nil
            }
            replica.note(reached)
            if reached >= position { break }
            guard ContinuousClock.now < deadline, !isStopped else {
              replica.skip()
              return nil
            }
            pause(microseconds: wait)
            wait = min(wait * 2, 10_000)
          }
        }
        return try read(body)
      } catch  where error is ConnectionLost || error is ConnectionRejected {
        close()
        replica.skip()
        return nil
      }
    }
  }
#endif
