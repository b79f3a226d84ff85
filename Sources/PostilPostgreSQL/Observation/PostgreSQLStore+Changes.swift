#if PostgreSQL
  import PostilQuery
  import PostilSQLite

  /// The keys of some changed rows are unknown, so ``PostgreSQLStore/changes(of:)-(M.Type)`` ended.
  public struct KeyChangesLost: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why keys are unknown.
    public enum Reason: Hashable, Sendable {
      /// The connection to the server was lost.
      case connection(message: String)
      /// A transaction emptied the table with `TRUNCATE`, or dropped a partition.
      case truncated
      /// A transaction changed more rows than are notified.
      case tooManyRows(maximum: Int)
      /// A key is too long for a notification.
      case keyTooLong
      /// The primary key of the table isn't the key of the model.
      case otherKey
    }

    /// The table.
    public let table: String
    /// Why keys are unknown.
    public let reason: Reason

    /// An error about a table.
    public init(table: String, reason: Reason) { (self.table, self.reason) = (table, reason) }

    /// What happened, and what to do.
    public var description: String {
      let cause =
        switch reason {
        case .connection(let message): "the connection to the server was lost (\(message))"
        case .truncated: "a transaction emptied the table with TRUNCATE, or dropped a partition"
        case .tooManyRows(let maximum): "a transaction changed more than \(maximum) rows"
        case .keyTooLong: "a key is too long for a notification"
        case .otherKey: "the primary key of the table isn't the key of the model"
        }
      return
        "the keys of some changed rows of '\(table)' are unknown: \(cause); call 'changes(of:)' again, then read all rows"
    }
  }

  extension PostgreSQLStore {
    /// The keys of the rows that each commit inserts, updates and deletes, for search indexes, caches and synchronization.
    ///
    /// ```swift
    /// for try await changes in try await store.changes(of: Item.self) { … }
    /// ```
    ///
    /// The sequence has every commit after the call that changed a row, of all programs that use the database, in order; cascades and triggers
    /// count. Commits that have not been asked for are kept in memory. The database needs triggers: call ``installObservation(keys:)`` with
    /// `keys: true` once.
    ///
    /// If keys can't be delivered, the sequence throws ``KeyChangesLost``: after `TRUNCATE`, after ``dropPartitions(of:before:)``, after a
    /// transaction that changes more than 100,000 rows, and if its connection is lost. It has a connection of its own.
    /// - Throws: ``ObservationNotInstalled``; ``KeyChangesLost`` if the table has another key; ``ConnectionLost``; ``UnsupportedByServer``;
    ///   `TransactionMisuse` if the store is closed.
    public func changes<M: Model>(of model: M.Type) async throws -> AsyncThrowingStream<KeyChanges<M.ID>, any Error>
    where M.ID: ColumnValue {
      try await keyChanges(of: M.table) { row in try row.read(M.ID.self) }
    }

    /// The keys of the rows that each commit inserts, updates and deletes, of a model with a composite key.
    /// - Throws: ``ObservationNotInstalled``; ``KeyChangesLost`` if the table has another key; ``ConnectionLost``; ``UnsupportedByServer``;
    ///   `TransactionMisuse` if the store is closed.
    public func changes<M: Model>(of model: M.Type) async throws -> AsyncThrowingStream<KeyChanges<M.ID>, any Error>
    where M.ID: _ColumnGroup {
      try await keyChanges(of: M.table) { row in try row.readGroup(M.ID.self) }
    }

    private func keyChanges<Key: KeyValue>(
      of table: _TableDescription, _ readKey: @escaping @Sendable (inout _PostgreSQLRow) throws -> Key
    ) async throws -> AsyncThrowingStream<KeyChanges<Key>, any Error> {
      let (stream, continuation) = AsyncThrowingStream<KeyChanges<Key>, any Error>.makeStream()
      let ending = StreamEnding { continuation.finish() }
      try observers.add(ending)
      continuation.onTermination = { [observers] _ in
        observers.remove(ending)
        ending.didEnd()
      }
      do {
        let listener = try await reconnecting { [server] in try KeyListener(server, table, readKey) }
        ending.whenEnded { listener.stop() }
        listener.run(deliver: { continuation.yield($0) }, end: { continuation.finish(throwing: $0) })
      } catch {
        continuation.finish()
        // A loop over the changes ends without an error, like one of a task that is cancelled later.
        guard error is CancellationError else { throw error }
      }
      return stream.endingWhenCancelled()
    }

    /// Runs `body`, which connects, and again while the server doesn't answer.
    private func reconnecting<Result: Sendable>(
      _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
      let (worker, deadline) = (BlockWorker(), ContinuousClock.now + server.options.reconnectTimeout)
      var wait = Duration.milliseconds(10)
      while true {
        try Task.checkCancellation()
        do {
          return try await worker.run(body)
        } catch let error as ConnectionLost {
          guard ContinuousClock.now < deadline else { throw error }
          try await Task.sleep(for: wait * Double.random(in: 0.5...1))
          wait = min(wait * 2, .seconds(1))
        }
      }
    }
  }

  /// Ends a stream with its store, and a connection with the stream.
  private final class StreamEnding: Closable {
    private struct State {
      var hasEnded = false
      var stop: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let finish: @Sendable () -> Void

    init(_ finish: @escaping @Sendable () -> Void) { self.finish = finish }

    func close() { finish() }

    /// The stream has ended.
    func didEnd() {
      let stop = state.withLock { state in
        state.hasEnded = true
        return state.stop.take()
      }
      stop?()
    }

    /// Calls `stop` when the stream ends, or now if it has ended.
    func whenEnded(_ stop: @escaping @Sendable () -> Void) {
      let hasEnded = state.withLock { state in
        if !state.hasEnded { state.stop = stop }
        return state.hasEnded
      }
      if hasEnded { stop() }
    }
  }
#endif
