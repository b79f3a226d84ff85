import PostilQuery

/// Something that ends when its store is closed.
package protocol Closable: AnyObject, Sendable {
  /// The store is being closed.
  func close()
}

/// Something that is notified of commits.
package protocol CommitObserver: Closable {
  /// A transaction has been committed. Called in the order of the commits, before the next one can begin.
  func didCommit(_ changes: DatabaseRegion)
}

/// The observers of a store. While there are none, a commit costs the reading of a flag.
package final class ObserverRegistry: Sendable {
  package init() {}

  private struct State {
    /// Each observer with the number of its subscriptions.
    var observers: [ObjectIdentifier: (observer: any CommitObserver, subscriptions: Int)] = [:]
    /// Observers that are shared.
    var shared: [ReadIdentity: any CommitObserver] = [:]
    /// The streams of rows that haven't ended.
    var streams: [ObjectIdentifier: any Closable] = [:]
    var isClosed = false
    /// Notices commits that the store doesn't make itself.
    var watch: Task<Void, Never>?
  }

  private let state = Mutex(State())
  private let active = Atomic<Bool>(false)

  /// Whether there is an observer.
  var isActive: Bool { active.load(ordering: .sequentiallyConsistent) }

  /// Adds a subscription of an observer: of the one that is registered for `identity`, otherwise of a new one.
  /// - Throws: ``TransactionMisuse/closed``
  func subscribe<Observer: CommitObserver>(
    sharing identity: ReadIdentity? = nil, watch: () -> Task<Void, Never>?, _ make: () -> Observer
  ) throws -> Observer {
    try state.withLock { state in
      guard !state.isClosed else { throw TransactionMisuse.closed }
      let observer = identity.flatMap { state.shared[$0] as? Observer } ?? make()
      if let identity { state.shared[identity] = observer }
      state.observers[ObjectIdentifier(observer), default: (observer, 0)].subscriptions += 1
      active.store(true, ordering: .sequentiallyConsistent)
      if state.watch == nil { state.watch = watch() }
      return observer
    }
  }

  /// Removes a subscription, with the last one the observer.
  func unsubscribe(_ observer: some CommitObserver) {
    let id = ObjectIdentifier(observer)
    // What is removed is freed after the lock is.
    _ = state.withLock { state in
      let removed = (state.observers[id], state.watch)
      state.observers[id]?.subscriptions -= 1
      guard state.observers[id]?.subscriptions == 0 else { return removed }
      state.observers[id] = nil
      state.shared = state.shared.filter { $0.value !== observer }
      guard state.observers.isEmpty else { return removed }
      active.store(false, ordering: .sequentiallyConsistent)
      state.watch?.cancel()
      state.watch = nil
      return removed
    }
  }

  /// Tells the observers of a commit.
  /// - Parameter changes: `nil` if they weren't recorded, because nothing was observed when the transaction began.
  package func didCommit(_ changes: DatabaseRegion?) {
    guard isActive else { return }
    let changes = changes ?? .everything
    guard !changes.isEmpty else { return }
    let observers = state.withLock { $0.observers.values.map(\.observer) }
    for observer in observers { observer.didCommit(changes) }
  }

  /// Adds a stream, which is ended when the store is closed.
  /// - Throws: ``TransactionMisuse/closed``
  package func add(_ stream: some Closable) throws {
    try state.withLock { state in
      guard !state.isClosed else { throw TransactionMisuse.closed }
      state.streams[ObjectIdentifier(stream)] = stream
    }
  }

  /// Removes a stream that has ended.
  package func remove(_ stream: some Closable) {
    _ = state.withLock { $0.streams.removeValue(forKey: ObjectIdentifier(stream)) }
  }

  /// Ends all observations and streams; there can't be new ones.
  package func close() {
    let closed = state.withLock { state in
      defer { state = State(isClosed: true) }
      state.watch?.cancel()
      return state.observers.values.map { $0.observer } + Array(state.streams.values)
    }
    for observer in closed { observer.close() }
  }
}

/// What identifies a read that observers share: the type of a query, and the bytes of its statements and their values; or a number
/// that only the copies of one sequence have.
@usableFromInline
package struct ReadIdentity: Hashable, Sendable {
  private static let lastNumber = Atomic<UInt64>(0)
  private let type: ObjectIdentifier
  private let bytes: [UInt8]

  /// Another identity each time.
  package init(ofClosureFor type: Any.Type) {
    self.type = ObjectIdentifier(type)
    let number = Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    bytes = withUnsafeBytes(of: number, Array.init)
  }

  /// `nil` if the query can't be written as SQL.
  @usableFromInline
  package init?<Q: FetchableQuery>(_ query: Q) {
    let statements: [_RenderedStatement]? =
      if let query = query as? any SQLStatement {
        try? [query.rendered(for: .sqlite)]
      } else {
        try? (query as? any StatementSequence)?.renderedStatements(for: .sqlite)
      }
    guard let statements else { return nil }
    type = ObjectIdentifier(Q.self)
    // Not the texts themselves: `String` takes texts with other bytes for equal.
    bytes = statements.flatMap { [$0.sql] + $0.bindings.map { "\($0)" } }.flatMap { text in
      withUnsafeBytes(of: text.utf8.count, Array.init) + text.utf8
    }
  }
}

extension SQLiteStore {
  /// Looks for commits of other processes, if the options ask for it.
  func pollExternalChanges() -> Task<Void, Never>? {
    guard let interval = options.externalChangeInterval, path != ":memory:" else { return nil }
    return Task { [weak self] in
      while (try? await Task.sleep(for: interval)) != nil, let self { await notifyOfExternalChanges() }
    }
  }

  /// Asks the writing connection whether another one has committed since the last time: there, `data_version` doesn't change with
  /// the store's own commits. Source: SQLite, "PRAGMA data_version".
  fileprivate func notifyOfExternalChanges() async {
    _ = try? await run(in: writers) { [observers] slot, _ in
      let connection = try slot.connection()
      let version = try connection.untraced { try connection.texts("PRAGMA data_version") }
      if version != connection.dataVersion { observers.didCommit(.everything) }
      connection.dataVersion = version
    }
  }
}
