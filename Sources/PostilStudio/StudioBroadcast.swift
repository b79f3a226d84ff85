import PostilQuery
import PostilRows

/// Passes events to every page that listens.
package final class StudioBroadcast: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<String>.Continuation] = [:]
    var count = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  /// A stream of the events from now on. A page that doesn't read loses the oldest events.
  package func events() -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(256))
    let number = state.withLock { state -> Int? in
      guard !state.isFinished else { return nil }
      state.count += 1
      state.listeners[state.count] = continuation
      return state.count
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  /// Whether anybody receives events.
  package var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// Sends an event to all listeners.
  package func send(_ event: JSONTree) {
    let text = event.text
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(text) }
  }

  /// Ends all streams.
  package func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }
}
