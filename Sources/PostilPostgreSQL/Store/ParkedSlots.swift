#if PostgreSQL
  import Dispatch
  import PostilQuery
  import PostilSQLite

  /// The server allows no more connections, but the store has some, so a block waits for one of these.
  struct NoRoom: Error {}

  /// The slots of a store for which the server has no room at the moment. The blocks use the others.
  final class ParkedSlots: Sendable {
    /// The time after which a slot is tried again.
    private static let pause = DispatchTimeInterval.seconds(2)

    private struct State {
      var slots: [ObjectIdentifier: (slot: PostgreSQLSlot, pool: SlotPool<PostgreSQLSlot>)] = [:]
      var isClosed = false
    }

    private let state = Mutex(State())

    /// Keeps a slot from being used for a while.
    func add(_ slot: PostgreSQLSlot, of pool: SlotPool<PostgreSQLSlot>, _ timer: DeadlineTimer) {
      pool.park(slot)
      let isClosed = state.withLock { state in
        if !state.isClosed { state.slots[ObjectIdentifier(slot)] = (slot, pool) }
        return state.isClosed
      }
      guard !isClosed else { return pool.release(slot) }
      _ = timer.add(.now() + Self.pause) { [self] in
        if state.withLock({ $0.slots.removeValue(forKey: ObjectIdentifier(slot)) }) != nil { pool.release(slot) }
      }
    }

    /// Gives all slots back, at once from now on.
    func close() {
      let slots = state.withLock { state in
        state.isClosed = true
        defer { state.slots = [:] }
        return Array(state.slots.values)
      }
      for (slot, pool) in slots { pool.release(slot) }
    }
  }
#endif
