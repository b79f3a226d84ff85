import Foundation
import PostilPostgreSQL
import PostilSyncModels

extension SyncServer {
  /// An element whenever the devices of a user should ask for rows: when rows of the user's scopes were changed, added or removed, by
  /// devices, by this program or by another one. A server passes it on, as server-sent events for example.
  ///
  /// The first element comes at once, because changes before it can be unknown to the device. Elements that nobody reads become one. The
  /// database is asked at each ``SyncLimits/changeInterval``, once for all users, and at once after a device has sent changes here. The
  /// stream ends when its task is cancelled.
  public func changes(for user: User) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { [self] continuation in
      continuation.yield()
      let task = Task {
        var since: Int64?
        for await _ in watch.ticks() {
          // An error of the database: the next tick tries again. What changed meanwhile is found then.
          guard let found = try? await news(for: user, since: since) else { continue }
          if found.isNew { continuation.yield() }
          since = found.moment
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Whether something has changed for the devices of a user since a moment, and the moment to ask from next time.
  private func news(for user: User, since: Int64?) async throws -> (isNew: Bool, moment: Int64) {
    let scopes = userScopes(of: user)
    let owner = user.id.description
    return try await store.read { [self] db in
      let moment = try engine.moment(in: db)
      guard let since else { return (true, moment) }
      let changed = try changedTables(since: since, in: db)
      for table in order where !changed.isEmpty {
        if scopes.canMove(table, changed: changed) { return (true, moment) }
        guard let keys = scopes.changedKeys(of: table, in: changed, engine.isChanged(since: since)) else { continue }
        let isNew = try RawSQL(
          """
          SELECT EXISTS (
            SELECT 1 FROM (\(keys)) AS c CROSS JOIN \(identifier: table.name) AS s
            WHERE \(.equal(table.key, "c", "s")) AND \(scopes.condition(table, "s"))
          ) OR EXISTS (
            SELECT 1 FROM (\(keys)) AS c CROSS JOIN postil_sync_device AS d
            JOIN \(identifier: table.knownName) AS k ON k.device = d.device AND \(.equal(table.key, "c", "k"))
            WHERE d.user_id = \(owner) AND k.version IS NOT NULL)
          """
        ).as(Bool.self).fetchOne(in: db)
        if isNew == true { return (true, moment) }
      }
      return (false, moment)
    }
  }
}

/// Asks the database whether anything has changed, once for all who want to know, and only while somebody does.
final class ChangeWatch: @unchecked Sendable {
  private let interval: Duration
  /// A text that is another one after each commit that changed rows.
  private let state: @Sendable () async throws -> String
  private let lock = NSLock()
  private var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
  private var lastListener = 0
  private var task: Task<Void, Never>?

  init(interval: Duration, state: @escaping @Sendable () async throws -> String) {
    (self.interval, self.state) = (interval, state)
  }

  deinit { task?.cancel() }

  /// An element at once, and after each change.
  func ticks() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let number = lock.withLock {
        lastListener += 1
        listeners[lastListener] = continuation
        if task == nil { task = Task { [weak self, interval] in await Self.ask({ self }, interval) } }
        return lastListener
      }
      continuation.yield()
      continuation.onTermination = { [weak self] _ in self?.remove(number) }
    }
  }

  /// Tells everybody that something has changed.
  func tell() {
    let all = lock.withLock { Array(listeners.values) }
    for listener in all { listener.yield() }
  }

  private func remove(_ number: Int) {
    lock.withLock {
      listeners[number] = nil
      guard listeners.isEmpty else { return }
      task?.cancel()
      task = nil
    }
  }

  private static func ask(_ watch: () -> ChangeWatch?, _ interval: Duration) async {
    var last: String?
    while !Task.isCancelled, let state = watch()?.state {
      if let now = try? await state(), now != last {
        if last != nil { watch()?.tell() }
        last = now
      }
      try? await Task.sleep(for: interval)
    }
  }
}
