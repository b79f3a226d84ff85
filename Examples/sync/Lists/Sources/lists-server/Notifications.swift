import Synchronization

/// Tells the devices that listen that something has changed. It tells all of them, and those whose user has none of the changed rows get an
/// empty answer. A server of several processes would tell the others, too: with `NOTIFY` of PostgreSQL, for example.
final class Notifications: Sendable {
  private let listeners = Mutex<[Int: AsyncStream<String>.Continuation]>([:])
  private let lastListener = Atomic(0)

  func send() {
    listeners.withLock { for listener in $0.values { listener.yield("data: changed\n\n") } }
  }

  /// The events for a device, and a comment every 15 seconds, so that a lost connection is found.
  func events() -> AsyncStream<String> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { listener in
      let number = lastListener.add(1, ordering: .relaxed).newValue
      listeners.withLock { $0[number] = listener }
      // What changed while the device didn't listen.
      listener.yield("data: changed\n\n")
      let comments = Task {
        while true {
          try await Task.sleep(for: .seconds(15))
          // A comment doesn't replace an event that the device hasn't read.
          if case .dropped(let event) = listener.yield(":\n\n") { listener.yield(event) }
        }
      }
      listener.onTermination = { [weak self] _ in
        comments.cancel()
        self?.listeners.withLock { $0[number] = nil }
      }
    }
  }
}
