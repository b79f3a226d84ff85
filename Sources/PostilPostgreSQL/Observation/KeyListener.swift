#if PostgreSQL
  import CPostgreSQL
  import PostilQuery
  import PostilSQLite
  import PostilTranslation

  /// Receives the changed keys of one table, on a connection of its own, and puts together those of each commit.
  ///
  /// A transaction's notifications can arrive in several parts, without an end. So the connection notifies itself: what the server delivers
  /// before that notification is complete, because all notifications are in one queue, and a transaction locks the queue until it has ended.
  /// Source: PostgreSQL 15, `async.c`.
  final class KeyListener<Key: KeyValue>: @unchecked Sendable {
    private let listening: ListeningConnection
    private let table: _TableDescription
    private let readKey: @Sendable (inout _PostgreSQLRow) throws -> Key
    private let schema: String
    /// The names that the table has: two, if an expansion ends while its keys are received.
    private let names: Set<String>
    /// The columns of the key, in the order of the model.
    private let columns: [String]
    /// The channel on which the connection notifies itself.
    private let ownChannel: String
    /// The number of its own notifications that were sent, and of those that have arrived.
    private var (sent, received) = (0, 0)
    /// What arrived after the last of them.
    private var pending: [KeyNotification] = []

    /// Connects and listens.
    /// - Throws: ``ConnectionLost``, ``ObservationNotInstalled``, ``UnsupportedByServer``, ``KeyChangesLost``
    init(
      _ server: Server, _ table: _TableDescription, _ readKey: @escaping @Sendable (inout _PostgreSQLRow) throws -> Key
    ) throws {
      (self.table, self.readKey) = (table, readKey)
      columns = table.primaryKey.map(PostgreSQLNames.short)
      listening = try ListeningConnection(server, channel: KeyTriggers.channel)
      let connection = listening.connection
      ownChannel = "\(KeyTriggers.channel)_\(PQbackendPID(connection.handle))"
      // The limits of a role for the statements of the program don't apply, and nothing is written that could be lost.
      try connection.run(
        "LISTEN \(ownChannel); SET lock_timeout = 0; SET statement_timeout = 0; SET synchronous_commit = off")
      let triggers = "{\(KeyTriggers.triggers.joined(separator: ","))}"
      let name = PostgreSQLNames.short(table.name)
      let stored = connection.schema.storedTable(name)
      names = [name, stored]
      let state = try connection.texts(KeyTriggers.state, [stored, triggers]).first ?? []
      guard state.count == 3, let schema = state[0], state[1] == "\(KeyTriggers.triggers.count)" else {
        throw ObservationNotInstalled(tables: [table.name], needsKeys: true)
      }
      guard Set(KeyRows.texts(ofJSON: state[2] ?? "")) == Set(columns) else {
        throw KeyChangesLost(table: table.name, reason: .otherKey)
      }
      self.schema = schema
    }

    /// Passes the changes of each commit to `deliver`, until ``stop()`` is called or `end` was. Called once.
    func run(
      deliver: @escaping @Sendable (KeyChanges<Key>) -> Void, end: @escaping @Sendable (any Error) -> Void
    ) {
      listening.listen { [self] notifications in
        do {
          for notification in notifications { try receive(notification, deliver) }
          if !pending.isEmpty, sent == received {
            sent += 1
            try listening.connection.run("NOTIFY \(ownChannel)")
          }
          return true
        } catch let error as ConnectionLost {
          end(lost(.connection(message: error.message)))
        } catch {
          end(error)
        }
        return false
      } whenLost: { [self] message in
        end(lost(.connection(message: message)))
      }
    }

    func stop() { listening.stop() }

    private func lost(_ reason: KeyChangesLost.Reason) -> KeyChangesLost {
      KeyChangesLost(table: table.name, reason: reason)
    }

    private func receive(
      _ notification: ListeningConnection.Notification, _ deliver: (KeyChanges<Key>) -> Void
    ) throws {
      if notification.channel == ownChannel {
        received += 1
        try deliverPending(deliver)
      } else if let keys = KeyNotification(notification.text), keys.schema == schema,
        names.contains(keys.table)
      {
        pending.append(keys)
      }
    }

    private func deliverPending(_ deliver: (KeyChanges<Key>) -> Void) throws {
      let notifications = pending
      pending = []
      var start = 0
      while start < notifications.count {
        let commit = notifications[start...].prefix { $0.transaction == notifications[start].transaction }
        start = commit.endIndex
        let changes = try changes(of: commit)
        if changes != KeyChanges() { deliver(changes) }
      }
    }

    /// The changes of a commit.
    /// - Throws: ``KeyChangesLost``, ``PostgreSQLError``, `ColumnDecodingError`
    private func changes(of commit: ArraySlice<KeyNotification>) throws -> KeyChanges<Key> {
      var history = KeyHistory()
      let sentColumns = commit.first?.columns ?? []
      for notification in commit {
        guard notification.columns == sentColumns else { throw lost(.otherKey) }
        history.add(notification)
      }
      if let gap = history.gap { throw lost(gap) }
      guard Set(sentColumns) == Set(columns) else { throw lost(.otherKey) }
      let outcomes = history.outcomes
      var changes = KeyChanges<Key>()
      guard !outcomes.isEmpty else { return changes }
      let rows = KeyRows(
        schema: schema, table: PostgreSQLNames.short(table.name), sent: sentColumns, read: columns)
      try rows.forEach(outcomes.map(\.key), on: listening.connection) { index, row in
        let key = try readKey(&row)
        switch outcomes[index].outcome {
        case .inserted: changes.inserted.insert(key)
        case .updated: changes.updated.insert(key)
        case .deleted: changes.deleted.insert(key)
        }
      }
      // Different keys of the database that are the same value here, such as the decimals 1.0 and 1.00.
      for key in changes.deleted where changes.inserted.contains(key) { changes.updated.insert(key) }
      for key in changes.updated {
        changes.inserted.remove(key)
        changes.deleted.remove(key)
      }
      return changes
    }
  }
#endif
