import PostilQuery

/// The scripts that run now, to stop them.
final class RunningScripts: Sendable {
  /// How many may run at once: each has a connection and a thread.
  static let maximum = 8

  private struct State {
    var next = 0
    var stops: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  /// Runs `body` while another thread can call `stop`.
  /// - Throws: ``ConsoleError`` if too many scripts are running; what `body` throws.
  func run<Result>(
    _ stop: @escaping @Sendable () -> Void, _ body: () throws(ConsoleError) -> Result
  ) throws(ConsoleError) -> Result {
    let id: Int? = state.withLock { state in
      guard state.stops.count < Self.maximum else { return nil }
      state.next += 1
      state.stops[state.next] = stop
      return state.next
    }
    guard let id else {
      throw ConsoleError(
        kind: .forbidden, message: "\(Self.maximum) scripts are already running; wait for one, or stop them")
    }
    // The lock is held while a script is stopped, so that its connection isn't closed meanwhile.
    defer { state.withLock { _ = $0.stops.removeValue(forKey: id) } }
    return try body()
  }

  /// Stops every script.
  /// - Returns: their number.
  func stop() -> Int {
    let running = state.withLock { Array($0.stops.keys) }
    guard stop(running) else { return 0 }
    // A server ignores a request that arrives between two statements of a script.
    Task {
      repeat { try? await Task.sleep(for: .milliseconds(100)) } while stop(running)
    }
    return running.count
  }

  /// Stops those scripts that are still running.
  /// - Returns: whether there are any.
  private func stop(_ scripts: [Int]) -> Bool {
    state.withLock { state in
      let stops = scripts.compactMap { state.stops[$0] }
      for stop in stops { stop() }
      return !stops.isEmpty
    }
  }
}
