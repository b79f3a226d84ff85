import CSQLite
import Dispatch

/// How a transaction waits for another process that writes: up to the busy timeout, but not beyond its deadline, and not after its task
/// was cancelled.
final class LockWait {
  private let end: DispatchTime
  private let isInTask: Bool
  /// How often it tried again.
  private(set) var retries = 0

  /// - Parameter isInTask: whether the transaction runs in a task that can be cancelled.
  init(busyTimeout: Duration, deadline: Deadline?, isInTask: Bool) {
    end = Deadline.earlier(Deadline(busyTimeout), deadline)?.time ?? .now()
    self.isInTask = isInTask
  }

  /// Waits a little. Returns whether the transaction should try again.
  /// - Parameter count: how many times it has tried.
  private func wait(_ count: Int32) -> Bool {
    let now = DispatchTime.now()
    guard now < end, !(isInTask && Task.isCancelled) else { return false }
    let remaining = Int32(clamping: (end.uptimeNanoseconds - now.uptimeNanoseconds) / 1_000_000)
    retries += 1
    sqlite3_sleep(max(1, min(1 << min(count, 5), remaining)))
    return true
  }

  /// Waits in this way while `body` runs.
  func during<Result>(on connection: SQLiteConnection, _ body: () throws -> Result) rethrows -> Result {
    sqlite3_busy_handler(
      connection.handle,
      { context, count in
        guard let context else { return 0 }
        return Unmanaged<LockWait>.fromOpaque(context).takeUnretainedValue().wait(count) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
    defer { sqlite3_busy_timeout(connection.handle, connection.options.busyTimeoutInMilliseconds) }
    return try withExtendedLifetime(self) { try body() }
  }
}
