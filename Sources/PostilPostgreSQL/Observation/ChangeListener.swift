#if PostgreSQL
  import PostilQuery
  import PostilSQLite

  /// Listens for commits while something is observed, and connects again if the connection is lost.
  final class ChangeListener: Sendable {
    private struct State {
      /// Whether the first connection listens, or why it doesn't.
      var outcome: Result<Void, any Error>?
      var waiting: [CheckedContinuation<Void, any Error>] = []
      /// The tables that each table and view reads.
      var dependencies: [String: Set<String>] = [:]
    }

    private let state = Mutex(State())
    private let server: Server
    private let tables: [String]
    private let observers: ObserverRegistry
    private let worker = BlockWorker()

    init(_ server: Server, _ tables: [String], _ observers: ObserverRegistry) {
      (self.server, self.tables, self.observers) = (server, tables, observers)
    }

    /// The tables that each table and view reads.
    var dependencies: [String: Set<String>] { state.withLock { $0.dependencies } }

    /// Waits until the server reports commits. If the connection is lost later, everything is read again once there is another.
    func ready() async throws {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { state in
          if state.outcome == nil { state.waiting.append(continuation) }
          return state.outcome
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    }

    /// Listens until the task is cancelled.
    func run() async {
      var wait = Duration.milliseconds(10)
      var isFirst = true
      while !Task.isCancelled {
        do {
          let connection = try await worker.run { [server, tables] in
            let connection = try ListeningConnection(server, channel: ObservationTriggers.channel)
            try connection.checkTriggers(of: tables)
            return (connection, try connection.dependencies())
          }
          state.withLock { $0.dependencies = connection.1 }
          settle(.success(()))
          // Commits may have been missed.
          if !isFirst { observers.didCommit(.everything) }
          (isFirst, wait) = (false, .milliseconds(10))
          for await names in connection.0.changes() {
            var region = DatabaseRegion()
            for name in names { region.insert(.init(columns: nil, rows: nil), of: name) }
            observers.didCommit(region)
          }
        } catch {
          settle(.failure(error))
          // A subscription that was refused tries it again itself.
          if isFirst { return }
        }
        try? await Task.sleep(for: wait * Double.random(in: 0.5...1))
        wait = min(wait * 2, .seconds(1))
      }
      settle(.failure(CancellationError()))
    }

    /// Ends the waiting for the first connection.
    private func settle(_ outcome: Result<Void, any Error>) {
      let waiting = state.withLock { state in
        if state.outcome == nil { state.outcome = outcome }
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume(with: outcome) }
    }
  }

  extension PostgreSQLStore {
    /// The rows of a query of any kind, now and after each commit that changes them, of this program or of another.
    ///
    /// ```swift
    /// for try await items in store.observe(late) { … }
    /// ```
    ///
    /// The database needs triggers: see ``installObservation()``. A query depends on the tables that its statements name, and runs again
    /// after each commit that changes one of them. Rows that are equal to the last ones are left out if they are `Equatable`. A loop that
    /// takes long gets the newest rows next, and no others in between. Observations of the same query share a fetch. If the connection that
    /// receives the notifications is lost, the store connects again and reads everything again.
    ///
    /// The sequence ends when its task is cancelled or the store is closed; leaving the loop ends the observation. A sequence keeps its store
    /// open, and the observations of a store together one more connection.
    @inlinable
    public func observe<Q: FetchableQuery>(
      _ query: Q, fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservedValues<[Q.Row]> where Q.Row: Sendable {
      let callSite = CallSite(fileID: fileID, line: line)
      return observe(query, callSite) { db in try query._fetchAll(in: db, for: callSite) }
    }

    @usableFromInline
    func observe<Value: Sendable>(
      _ query: some FetchableQuery, _ callSite: CallSite,
      _ body: @escaping @Sendable (PostgreSQLReadTransaction) throws -> Value
    ) -> ObservedValues<Value> {
      observedValues(ReadIdentity(query), callSite, body)
    }

    /// The result of a read, now and after each commit that changes a table that it reads: see ``observe(_:fileID:line:)``.
    ///
    /// ```swift
    /// for try await count in store.observe({ db in try late.count(in: db) }) { … }
    /// ```
    ///
    /// Values of `body` that don't come from the database, such as the time, aren't observed, nor are tables that only a function of the
    /// database reads. Loops over the same sequence share a fetch.
    public func observe<Value: Sendable>(
      fileID: StaticString = #fileID, line: UInt = #line,
      _ body: @escaping @Sendable (PostgreSQLReadTransaction) throws -> Value
    ) -> ObservedValues<Value> {
      observedValues(
        ReadIdentity(ofClosureFor: ObservedValues<Value>.self), CallSite(fileID: fileID, line: line), body)
    }

    private func observedValues<Value: Sendable>(
      _ identity: ReadIdentity?, _ callSite: CallSite,
      _ body: @escaping @Sendable (PostgreSQLReadTransaction) throws -> Value
    ) -> ObservedValues<Value> {
      ObservedValues(observers, identity, watch: startListening) {
        let listener = self.listener.withLock { $0 }
        try await listener?.ready()
        let tables = listener?.dependencies ?? [:]
        return try await self.primary(callSite) { slot in
          try slot.read { db in try db._use.connection.recordingReads(tables) { try body(db) } }
        }
      }
    }

    /// Begins to listen for commits, until the task is cancelled.
    private func startListening() -> Task<Void, Never>? {
      let listener = ChangeListener(server, ObservationTriggers.tables(of: schema), observers)
      self.listener.withLock { $0 = listener }
      return Task { await listener.run() }
    }
  }
#endif
