import Foundation

/// Lets one task at a time run.
actor Turns {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func begin() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func end() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}

/// Ends the wait of ``SyncClient/run()``.
final class Wakes: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

  func wake() { continuation.yield() }

  /// Waits until ``wake()`` is called, or was called since the last wait, or the time is over.
  func wait(_ time: Duration) async {
    let timer = Task {
      try await Task.sleep(for: time)
      continuation.yield()
    }
    for await _ in stream { break }
    timer.cancel()
  }
}

/// The status of a client, with those who follow it.
final class StatusBox: @unchecked Sendable {
  private struct State {
    var status = SyncClient.Status()
    var pending: PendingTransactions?
    var followers: [Int: AsyncStream<SyncClient.Status>.Continuation] = [:]
    var lastFollower = 0
  }

  private let lock = NSLock()
  private var state = State()

  var value: SyncClient.Status { lock.withLock { state.status } }

  /// What ``SyncClient/Status/pendingTransactions`` counts.
  var pending: PendingTransactions? {
    get { lock.withLock { state.pending } }
    set {
      lock.withLock { state.pending = newValue }
      change { $0.pendingTransactions = newValue?.count ?? 0 }
    }
  }

  func change(_ body: (inout SyncClient.Status) -> Void) {
    lock.withLock {
      let old = state.status
      body(&state.status)
      guard state.status != old else { return }
      for follower in state.followers.values { follower.yield(state.status) }
    }
  }

  func values() -> AsyncStream<SyncClient.Status> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let id = lock.withLock {
        state.lastFollower += 1
        state.followers[state.lastFollower] = continuation
        continuation.yield(state.status)
        return state.lastFollower
      }
      continuation.onTermination = { [weak self] _ in
        self?.lock.withLock { self?.state.followers[id] = nil }
      }
    }
  }
}
