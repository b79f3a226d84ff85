import Dispatch
import Synchronization
import Testing

/// Runs `body` on another thread and waits for it.
func onAnotherThread(_ body: @escaping @Sendable () throws -> Void) {
  let done = DispatchSemaphore(value: 0)
  DispatchQueue.global().async {
    do { try body() } catch { Issue.record(error) }
    done.signal()
  }
  done.wait()
}

/// Values that several threads add.
final class Recorder<Value: Sendable>: Sendable {
  private let list = Mutex<[Value]>([])

  var values: [Value] { list.withLock { $0 } }

  func append(_ value: Value) { list.withLock { $0.append(value) } }
}

/// Something that happens once, which threads and tasks wait for.
final class Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func signal() { semaphore.signal() }

  /// Blocks the thread: only inside a `read` or `write` block.
  func wait() { semaphore.wait() }

  /// Waits without blocking one of Swift's own threads.
  func arrival() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        self.semaphore.wait()
        continuation.resume()
      }
    }
  }
}
