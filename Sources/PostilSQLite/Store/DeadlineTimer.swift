import Dispatch
import PostilQuery

/// A point in time at which something has taken too long.
package struct Deadline: Sendable {
  package let limit: Duration
  package let time: DispatchTime

  /// The deadline `limit` from now, `nil` without a limit.
  package init?(_ limit: Duration?) {
    guard let limit else { return nil }
    let (seconds, attoseconds) = min(max(limit, .zero), .seconds(1_000_000_000)).components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    // A `DispatchTimeInterval` contains an `Int`, which holds two seconds of nanoseconds on a watch.
    time = DispatchTime(uptimeNanoseconds: DispatchTime.now().uptimeNanoseconds + UInt64(nanoseconds))
    self.limit = limit
  }

  /// The time that is left, never negative.
  var remaining: Duration {
    let (now, end) = (DispatchTime.now().uptimeNanoseconds, time.uptimeNanoseconds)
    return end > now ? .nanoseconds(Int64(end - now)) : .zero
  }

  /// The earlier one of two deadlines.
  static func earlier(_ first: Deadline?, _ second: Deadline?) -> Deadline? {
    guard let first, let second else { return first ?? second }
    return first.time <= second.time ? first : second
  }
}

/// Runs actions at their deadlines, unless they are removed before: nearly all of them are. Therefore it sets no timer for each, but
/// wakes up at the earliest deadline and looks for the next one then.
package final class DeadlineTimer: Sendable {
  package typealias Action = @Sendable () -> Void

  package init() {}

  private struct State {
    var actions: [UInt64: (time: DispatchTime, action: Action)] = [:]
    var lastID: UInt64 = 0
    /// When the timer will wake up.
    var wakeUps: [DispatchTime] = []

    /// The time for which a wake-up has to be added, if any.
    mutating func addWakeUp() -> DispatchTime? {
      guard let earliest = actions.values.lazy.map(\.time).min(), !wakeUps.contains(where: { $0 <= earliest }) else {
        return nil
      }
      wakeUps.append(earliest)
      return earliest
    }
  }

  private let state = Mutex(State())
  /// The threads of the global queues may all be busy: on Linux, Swift runs its tasks there.
  private static let queue = DispatchQueue(label: "postil.deadlines")

  /// Adds an action. It must not block.
  /// - Returns: what ``remove(_:)`` takes.
  package func add(_ time: DispatchTime, _ action: @escaping Action) -> UInt64 {
    let (id, wakeUp) = state.withLock { state in
      state.lastID += 1
      state.actions[state.lastID] = (time, action)
      // Looking for the earliest action each time would take longer the more there are.
      guard !state.wakeUps.contains(where: { $0 <= time }) else { return (state.lastID, DispatchTime?.none) }
      state.wakeUps.append(time)
      return (state.lastID, time)
    }
    if let wakeUp { wake(at: wakeUp) }
    return id
  }

  /// Removes an action, unless it has run.
  package func remove(_ id: UInt64) { _ = state.withLock { $0.actions.removeValue(forKey: id) } }

  private func wake(at time: DispatchTime) {
    Self.queue.asyncAfter(deadline: time) { [weak self] in self?.run(until: time) }
  }

  /// Runs the actions that are due. The queue may wake up a little early.
  private func run(until time: DispatchTime) {
    let (due, wakeUp) = state.withLock { state in
      let now = max(.now(), time)
      let due = state.actions.filter { $0.value.time <= now }
      for id in due.keys { state.actions[id] = nil }
      state.wakeUps.removeAll { $0 <= now }
      return (due.values.map(\.action), state.addWakeUp())
    }
    for action in due { action() }
    if let wakeUp { wake(at: wakeUp) }
  }
}
