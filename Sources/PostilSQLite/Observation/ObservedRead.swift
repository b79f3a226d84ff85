import PostilQuery

/// A read that is repeated when a commit has changed what it depends on: its last value, for any number of subscriptions.
///
/// Nothing runs by itself. A subscription that asks for the next value waits, or fetches it for all that wait; one that asks late
/// gets the newest value and misses those before.
final class ObservedRead<Value: Sendable>: CommitObserver {
  typealias Versioned = (version: Int, value: Value)

  /// What a subscription does next.
  private enum Turn {
    case deliver(Versioned)
    case fetch
    case tryAgain
    case end
  }

  private struct State {
    /// The number of changes of what the value depends on; 1 at the beginning, when there is no value yet.
    var version = 1
    /// The value that was fetched last, and what `version` was then.
    var latest: Versioned?
    /// What that value depends on.
    var region = DatabaseRegion.everything
    /// What was committed since the fetch that runs has begun, `nil` if none runs. Only at its end it is known which of it matters.
    var committedMeanwhile: DatabaseRegion?
    /// The calls that wait, of which there may be several: copies of an iterator share a subscription.
    var waiting: [ReadIdentity: CheckedContinuation<Turn, Never>] = [:]
    var isClosed = false

    /// What the current task, which has got the value of version `seen`, does next, `nil` if it waits.
    mutating func turn(after seen: Int) -> Turn? {
      if isClosed || Task.isCancelled { return .end }
      guard committedMeanwhile == nil else { return nil }
      if let latest, latest.version == version { return version > seen ? .deliver(latest) : nil }
      committedMeanwhile = DatabaseRegion()
      return .fetch
    }

    /// Those that wait, who wait no longer.
    mutating func takeWaiting() -> [CheckedContinuation<Turn, Never>] {
      defer { waiting = [:] }
      return Array(waiting.values)
    }
  }

  private let state = Mutex(State())
  private let read: ObservedValues<Value>.Read

  init(_ read: @escaping ObservedValues<Value>.Read) { self.read = read }

  func didCommit(_ changes: DatabaseRegion) {
    let waiting: [CheckedContinuation<Turn, Never>] = state.withLock { state in
      if state.committedMeanwhile != nil {
        state.committedMeanwhile?.formUnion(changes)
        return []
      }
      guard state.latest?.version == state.version, state.region.intersects(changes) else { return [] }
      state.version += 1
      return state.takeWaiting()
    }
    for continuation in waiting { continuation.resume(returning: .tryAgain) }
  }

  func close() {
    let waiting = state.withLock { state in
      state.isClosed = true
      return state.takeWaiting()
    }
    for continuation in waiting { continuation.resume(returning: .end) }
  }

  /// The next value, `nil` after the store was closed or the task cancelled.
  /// - Parameter seen: the version of the value that the caller has, 0 if it has none.
  func next(after seen: Int) async throws -> Versioned? {
    let call = ReadIdentity(ofClosureFor: Value.self)
    while true {
      let turn = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let turn = state.withLock { state in
            let turn = state.turn(after: seen)
            if turn == nil { state.waiting[call] = continuation }
            return turn
          }
          if let turn { continuation.resume(returning: turn) }
        }
      } onCancel: {
        state.withLock { $0.waiting.removeValue(forKey: call) }?.resume(returning: .end)
      }
      switch turn {
      case .deliver(let latest): return latest
      case .fetch: return try await fetch()
      case .tryAgain: continue
      case .end: return nil
      }
    }
  }

  private func fetch() async throws -> Versioned? {
    do {
      let (value, region) = try await read()
      let (fetched, waiting) = state.withLock { state in
        let fetched = (version: state.version, value: value)
        let matters = state.committedMeanwhile.map { region.intersects($0) } ?? false
        (state.latest, state.region, state.committedMeanwhile) = (fetched, region, nil)
        if matters { state.version += 1 }
        return (fetched, state.takeWaiting())
      }
      for continuation in waiting { continuation.resume(returning: .deliver(fetched)) }
      return fetched
    } catch {
      // The others try it themselves.
      let (isClosed, waiting) = state.withLock { state in
        state.committedMeanwhile = nil
        return (state.isClosed, state.takeWaiting())
      }
      for continuation in waiting { continuation.resume(returning: .tryAgain) }
      if isClosed || Task.isCancelled { return nil }
      throw error
    }
  }
}
