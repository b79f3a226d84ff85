#if PostgreSQL
  import PostilQuery
  import PostilSQLite

  /// A server that repeats the changes of the primary, and answers reads.
  final class Replica: Sendable {
    private struct State {
      /// The last position that it is known to have reached.
      var position: UInt64 = 0
      /// When it may be used again after it failed or lagged; `nil` if it is used.
      var pause: ContinuousClock.Instant?
    }

    /// A replica that isn't used is tried again after this time.
    private static let pauseLength = Duration.seconds(1)

    let pool: SlotPool<PostgreSQLSlot>
    private let state = Mutex(State())

    init(_ pool: SlotPool<PostgreSQLSlot>) { self.pool = pool }

    /// Whether reads may use it.
    var isUsable: Bool {
      state.withLock { state in state.pause.map { $0 <= .now } ?? true }
    }

    /// Whether it is known to have reached a position.
    func hasReached(_ position: UInt64) -> Bool { state.withLock { $0.position >= position } }

    /// It has reached a position.
    func note(_ position: UInt64) { state.withLock { $0.position = max($0.position, position) } }

    /// It failed, or lags behind the primary.
    func skip() { state.withLock { $0.pause = .now + Self.pauseLength } }

    /// It answers, and doesn't lag.
    func use() { state.withLock { $0.pause = nil } }
  }

  /// The replicas of a store.
  final class ReplicaSet: Sendable {
    let replicas: [Replica]
    private let next = Atomic<Int>(0)
    /// The position in the primary's log after the last `write` of the store.
    private let written = Atomic<UInt64>(0)
    /// The number of `write` blocks whose position isn't known. Until the primary was asked again, only it can be used.
    private let unknown = Atomic<Int>(0)
    /// How many of them had ended when the primary was last asked.
    private let resolved = Atomic<Int>(0)
    /// The primary's positions at some times, from the oldest on.
    private let history = Mutex<[(time: ContinuousClock.Instant, position: UInt64)]>([])

    init(_ replicas: [Replica]) { self.replicas = replicas }

    /// The position that a read must see.
    var required: UInt64 { written.load(ordering: .acquiring) }

    /// A `write` ended at a position of the primary's log; `nil` if it isn't known.
    func didWrite(_ position: UInt64?) {
      if let position {
        written.max(position, ordering: .acquiringAndReleasing)
      } else {
        unknown.wrappingAdd(1, ordering: .acquiringAndReleasing)
      }
    }

    /// The replicas that can be used, each time beginning with another one.
    var candidates: [Replica] {
      guard !replicas.isEmpty, unknownCount == resolved.load(ordering: .acquiring) else { return [] }
      let first = next.wrappingAdd(1, ordering: .relaxed).oldValue % replicas.count
      return (replicas[first...] + replicas[..<first]).filter(\.isUsable)
    }

    /// Compares a replica with where the primary was some time ago.
    func isLagging(at position: UInt64, by limit: Duration) -> Bool {
      history.withLock { history in
        let start = ContinuousClock.now - limit
        guard let past = history.last(where: { $0.time <= start }) else { return false }
        return position < past.position
      }
    }

    var unknownCount: Int { unknown.load(ordering: .acquiring) }

    /// Records where the primary is now.
    /// - Parameter unknownCount: what it was before the primary was asked.
    func notePrimary(_ position: UInt64, _ unknownCount: Int, keeping limit: Duration) {
      if unknownCount != resolved.load(ordering: .acquiring) {
        didWrite(position)
        resolved.store(unknownCount, ordering: .releasing)
      }
      history.withLock { history in
        let now = ContinuousClock.now
        history.append((now, position))
        // The last one before the limit is needed.
        while history.count > 2, history[1].time <= now - limit { history.removeFirst() }
      }
    }
  }

  extension PostgreSQLConnection {
    /// A position in the log, of a function such as `pg_current_wal_insert_lsn`. Source: PostgreSQL 15, "pg_lsn Type".
    func logPosition(_ function: String) throws -> UInt64? {
      try texts("SELECT \(function)()")[0][0].flatMap { text in
        let parts = text.split(separator: "/").compactMap { UInt64($0, radix: 16) }
        return parts.count == 2 ? parts[0] << 32 | parts[1] : nil
      }
    }
  }
#endif
