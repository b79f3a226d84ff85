#if PostgreSQL
  import CPostgreSQL
  import Dispatch
  import PostilSQLite

  /// A connection that receives the notifications of commits. Source: PostgreSQL 15, section 34.9.
  final class ListeningConnection: @unchecked Sendable {
    struct Notification {
      let channel: String
      let text: String
    }

    let connection: PostgreSQLConnection
    /// How often the connection is checked, in milliseconds; -1 for never.
    private let interval: Int32
    private let isStopped = Atomic(false)
    /// A pipe that ends the waiting for notifications: what is written to the second descriptor is read from the first.
    private var wake: [Int32] = [-1, -1]

    /// Connects and listens.
    init(_ server: Server, channel: String) throws {
      connection = try PostgreSQLConnection(server.url, server.settings)
      try connection.kind.require(.observation)
      interval = server.options.healthCheckInterval.map { Int32(clamping: max($0.milliseconds, 1)) } ?? -1
      guard pipe(&wake) == 0 else {
        throw ConnectionLost(message: "no more files can be opened", isOutcomeUnknown: false)
      }
      if let path = connection.schema.searchPath { try connection.run("SET search_path = \(path)") }
      try connection.run("LISTEN \(channel)")
    }

    deinit { for descriptor in wake where descriptor >= 0 { close(descriptor) } }

    /// The tables that each table and view of the database reads. A view can become a table, when an expansion ends.
    func dependencies() throws -> [String: Set<String>] {
      try connection.texts(ObservationTriggers.dependencies).reduce(into: [:]) { tables, row in
        tables[row[0] ?? "", default: [row[0] ?? ""]].insert(row[1] ?? "")
      }
    }

    /// Checks that commits are notified. On Citus, the store takes part in that from now on.
    /// - Throws: ``ObservationNotInstalled`` if a table has no trigger.
    func checkTriggers(of tables: [String]) throws {
      let names = tables.map { "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }
      let missing = try connection.texts(
        ObservationTriggers.missing(onCitus: connection.schema.isCitus), ["{\(names.joined(separator: ","))}"])
      guard missing.isEmpty else { throw ObservationNotInstalled(tables: missing.compactMap { $0[0] }) }
      if connection.schema.isCitus { connection.settings.schemas.notifiesCommits.store(true, ordering: .relaxed) }
      awaitWorkers()
    }

    /// On Citus, waits until the rows of the commits so far can be read: workers commit after the coordinator has. A commit that notifies
    /// locks the queue of notifications until its end, and so does this one.
    private func awaitWorkers() {
      if connection.schema.isCitus { try? connection.run("NOTIFY \(ObservationTriggers.channel)_read") }
    }

    /// The names of changed tables, as they arrive. Ends when the connection is lost or the task is cancelled. Called once.
    func changes() -> AsyncStream<Set<String>> {
      let (changes, continuation) = AsyncStream<Set<String>>.makeStream()
      continuation.onTermination = { [self] _ in stop() }
      listen { [self] notifications in
        awaitWorkers()
        continuation.yield(Set(notifications.map(\.text)))
        return true
      } whenLost: { _ in
        continuation.finish()
      }
      return changes
    }

    /// Passes the notifications to `receive`, until it returns `false`, the connection is lost or ``stop()`` is called. Called once.
    ///
    /// A thread waits for them. A dispatch source would be shorter, but on Linux it doesn't always report that a socket was closed.
    /// - Parameter whenLost: called with libpq's message if the connection is lost.
    func listen(
      _ receive: @escaping @Sendable ([Notification]) -> Bool, whenLost: @escaping @Sendable (String) -> Void
    ) {
      DispatchQueue(label: "postil.postgresql.listen").async { [self] in
        repeat {
          // What receives notifications can use the connection, and more of them arrive then.
          var notifications = takeNotifications()
          while !notifications.isEmpty {
            guard receive(notifications) else { return }
            notifications = takeNotifications()
          }
        } while wait()
        if !isStopped.load(ordering: .acquiring) {
          whenLost(String(cString: PQerrorMessage(connection.handle)).trimmed)
        }
      }
    }

    /// Ends the waiting. May be called on any thread.
    func stop() {
      isStopped.store(true, ordering: .releasing)
      _ = write(wake[1], "x", 1)
    }

    private func takeNotifications() -> [Notification] {
      var notifications: [Notification] = []
      while let notification = PQnotifies(connection.handle) {
        let (channel, text) = (notification.pointee.relname, notification.pointee.extra)
        notifications.append(
          Notification(channel: channel.map { String(cString: $0) } ?? "", text: text.map { String(cString: $0) } ?? "")
        )
        PQfreemem(notification)
      }
      return notifications
    }

    /// Waits until something arrives, or it is time to check the connection.
    /// - Returns: `false` if the connection is lost or isn't needed any more.
    private func wait() -> Bool {
      var descriptors = [
        pollfd(fd: PQsocket(connection.handle), events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake[0], events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&descriptors, 2, interval)
      if descriptors[1].revents != 0 { return false }
      // An interrupted call is repeated.
      if count < 0 { return connection.isUsable }
      return count == 0 ? connection.isAlive() : PQconsumeInput(connection.handle) == 1
    }
  }
#endif
