import Dispatch
import Foundation
import PostilQuery
import Testing

/// Runs `body` on another thread and waits for it. It is a thread of its own, for those of dispatch's global queues are the
/// ones on which, on Linux, Swift runs its tasks, and tests may block them all.
func onAnotherThread(_ body: @escaping @Sendable () throws -> Void) {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    do { try body() } catch { Issue.record(error) }
    done.signal()
  }
  done.wait()
}

/// Runs `body` on another thread and waits for it, without blocking one of Swift's own threads.
func onAnotherThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
  }
}

/// Runs `body` before the tasks of other tests, which all start at once. A statement that doesn't end by itself would otherwise run
/// until the one that stops it has its turn.
func promptly(_ body: @escaping @Sendable () async throws -> Void) async throws {
  try await Task(priority: .high, operation: body).value
}

/// Values that several threads add.
final class Recorder<Value: Sendable>: Sendable {
  private let list = Mutex<[Value]>([])

  var values: [Value] { list.withLock { $0 } }

  func append(_ value: Value) { list.withLock { $0.append(value) } }

  /// The values since the last call.
  func drain() -> [Value] {
    list.withLock { list in
      defer { list = [] }
      return list
    }
  }
}

/// Something that happens once, which threads and tasks wait for.
final class Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func signal() { semaphore.signal() }

  /// Blocks the thread: only inside a `read` or `write` block.
  func wait() { semaphore.wait() }

  /// Runs `body` on another thread at once after the signal, or a little later: for tests of races.
  func arrival(delay: Int, _ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        self.semaphore.wait()
        for _ in 0..<delay { _ = self.semaphore.wait(timeout: .now()) }
        body()
        continuation.resume()
      }
    }
  }

  /// Waits without blocking one of Swift's own threads.
  func arrival() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        self.semaphore.wait()
        continuation.resume()
      }
    }
  }
}
