import PostilQuery
import PostilRows
import PostilSQLite

/// The requests that a page can stop, such as a jump in a long table that is sorted without an index.
final class StoppableRequests: Sendable {
  private let running = Mutex<[String: @Sendable () -> Void]>([:])

  /// Runs a request that has a name in its body, `"request": "r1"`, in a task of its own.
  func run<Result: Sendable>(
    _ body: JSONTree, _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    guard let name = body["request"]?.string else { return try await work() }
    let task = Task { try await work() }
    running.withLock { $0[name] = { task.cancel() } }
    defer { running.withLock { _ = $0.removeValue(forKey: name) } }
    return try await task.value
  }

  /// Stops a request; its statement is interrupted.
  /// - Returns: whether it was running.
  func stop(_ name: String) -> Bool {
    guard let stop = running.withLock({ $0[name] }) else { return false }
    stop()
    return true
  }
}
