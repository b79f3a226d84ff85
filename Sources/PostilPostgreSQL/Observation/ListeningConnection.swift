#if PostgreSQL
  import CPostgreSQL
  import Dispatch
  import PostilSQLite

  /// A connection that receives the notifications of commits. Source: PostgreSQL 15, section 34.9.
  final class ListeningConnection: @unchecked Sendable {
    private let connection: PostgreSQLConnection
    /// How often the connection is checked, in milliseconds; -1 for never.
    private let interval: Int32
    /// A pipe that ends the waiting for notifications: what is written to the second descriptor is read from the first.
    private var wake: [Int32] = [-1, -1]

    /// Connects and listens.
    init(_ server: Server) throws {
      connection = try PostgreSQLConnection(server.url, server.settings)
      try connection.kind.require(.observation)
      interval = server.options.healthCheckInterval.map { Int32(clamping: max($0.milliseconds, 1)) } ?? -1
      guard pipe(&wake) == 0 else {
        throw ConnectionLost(message: "no more files can be opened", isOutcomeUnknown: false)
      }
      try connection.run("LISTEN \(ObservationTriggers.channel)")
    }

    deinit { for descriptor in wake where descriptor >= 0 { close(descriptor) } }

    /// The tables that each table and view of the database reads.
    func dependencies() throws -> [String: Set<String>] {
      try connection.texts(ObservationTriggers.dependencies).reduce(into: [:]) { tables, row in
        tables[row[0] ?? "", default: []].insert(row[1] ?? "")
      }
    }

    /// - Throws: ``ObservationNotInstalled`` if a table has no trigger.
    func checkTriggers(of tables: [String]) throws {
      let names = tables.map { "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }
      let missing = try connection.texts(ObservationTriggers.missing, ["{\(names.joined(separator: ","))}"])
      guard missing.isEmpty else { throw ObservationNotInstalled(tables: missing.compactMap { $0[0] }) }
    }

    /// The names of changed tables, as they arrive. Ends when the connection is lost or the task is cancelled. Called once.
    ///
    /// A thread waits for them. A dispatch source would be shorter, but on Linux it doesn't always report that a socket was closed.
    func changes() -> AsyncStream<Set<String>> {
      let (changes, continuation) = AsyncStream<Set<String>>.makeStream()
      continuation.onTermination = { [wake = wake[1], self] _ in withExtendedLifetime(self) { _ = write(wake, "x", 1) }
      }
      DispatchQueue(label: "postil.postgresql.listen").async { [self] in
        repeat {
          let tables = takeNotifications()
          if !tables.isEmpty { continuation.yield(tables) }
        } while wait()
        continuation.finish()
      }
      return changes
    }

    /// The tables whose notifications have arrived.
    private func takeNotifications() -> Set<String> {
      var tables: Set<String> = []
      while let notification = PQnotifies(connection.handle) {
        tables.insert(String(cString: notification.pointee.extra))
        PQfreemem(notification)
      }
      return tables
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
