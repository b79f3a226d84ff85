#if PostgreSQL
  import CPostgreSQL
  import Dispatch
  import PostilSQLite

  /// A connection that receives the notifications of commits. Source: PostgreSQL 15, section 34.9.
  final class ListeningConnection: @unchecked Sendable {
    /// The names of changed tables, as they arrive; ends when the connection is lost.
    let changes: AsyncStream<Set<String>>
    private let continuation: AsyncStream<Set<String>>.Continuation
    private let connection: PostgreSQLConnection
    /// Uses the connection.
    private let queue = DispatchQueue(label: "postil.postgresql.listen")
    private var source: (any DispatchSourceRead)?
    private var timer: (any DispatchSourceTimer)?

    /// Connects and listens.
    init(_ server: Server) throws {
      connection = try PostgreSQLConnection(server.url, server.settings)
      try connection.run("LISTEN \(ObservationTriggers.channel)")
      (changes, continuation) = AsyncStream.makeStream()
      // libpq closes its socket as soon as the connection is lost. The source has a descriptor of its own, because another socket could get
      // the number of a closed one and would then receive nothing.
      let descriptor = dup(PQsocket(connection.handle))
      guard descriptor >= 0 else {
        throw ConnectionLost(message: "no more files can be opened", isOutcomeUnknown: false)
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler { [weak self] in self?.receive() }
      source.setCancelHandler { close(descriptor) }
      source.resume()
      self.source = source
      guard let interval = server.options.healthCheckInterval else { return }
      let timer = DispatchSource.makeTimerSource(queue: queue)
      let milliseconds = Int(max(interval.milliseconds, 1))
      timer.schedule(deadline: .now() + .milliseconds(milliseconds), repeating: .milliseconds(milliseconds))
      timer.setEventHandler { [weak self] in self?.checkHealth() }
      timer.resume()
      self.timer = timer
    }

    deinit {
      source?.cancel()
      timer?.cancel()
    }

    /// The tables that each table and view of the database reads.
    func dependencies() throws -> [String: Set<String>] {
      try queue.sync {
        try connection.texts(ObservationTriggers.dependencies).reduce(into: [:]) { tables, row in
          tables[row[0] ?? "", default: []].insert(row[1] ?? "")
        }
      }
    }

    /// - Throws: ``ObservationNotInstalled`` if a table has no trigger.
    func checkTriggers(of tables: [String]) throws {
      let list =
        "{\(tables.map { "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }.joined(separator: ","))}"
      let missing = try queue.sync { try connection.texts(ObservationTriggers.missing, [list]).compactMap { $0[0] } }
      guard missing.isEmpty else { throw ObservationNotInstalled(tables: missing) }
    }

    /// Reads what has arrived.
    private func receive() {
      guard PQconsumeInput(connection.handle) == 1 else { return end() }
      takeNotifications()
    }

    private func takeNotifications() {
      var tables: Set<String> = []
      while let notification = PQnotifies(connection.handle) {
        tables.insert(String(cString: notification.pointee.extra))
        PQfreemem(notification)
      }
      if !tables.isEmpty { continuation.yield(tables) }
    }

    private func checkHealth() {
      guard connection.isAlive() else { return end() }
      takeNotifications()
    }

    private func end() {
      source?.cancel()
      timer?.cancel()
      continuation.finish()
    }
  }
#endif
