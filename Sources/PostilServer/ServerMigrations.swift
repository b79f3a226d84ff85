#if PostgreSQL
  import PostilMigrations
  import PostilPostgreSQL
  import PostilSQLite

  /// The commands of `postil migrate` that work on a server.
  package struct ServerMigrations {
    /// How migrations wait for locks, and for other processes that migrate.
    package typealias Waiting = ServerWaiting

    let server: DatabaseServer
    let folder: MigrationFolder
    let target: String
    private let waiting: ServerWaiting

    /// - Parameters:
    ///   - server: the database.
    ///   - folder: the migrations for PostgreSQL, by their names without `.postgresql`.
    ///   - target: the name of the models' target.
    ///   - waiting: how the migrations wait for others.
    package init(
      _ server: DatabaseServer, folder: MigrationFolder, target: String, waiting: ServerWaiting = ServerWaiting()
    ) {
      (self.server, self.folder, self.target, self.waiting) = (server, folder, target, waiting)
    }

    var migrations: SchemaMigrations {
      SchemaMigrations(folder.files.map { SchemaMigrations.File(name: "\($0.name).postgresql", sql: $0.text) })
    }

    // MARK: - one database

    /// The applied and pending migrations, one line each, and what has to be done.
    package func status() throws -> (lines: [String], reasons: [MigrationRefusal.Reason]) {
      try reporting {
        let session = try server.connect()
        let status = try migrator(session).status()
        let applied = "\(counted(status.applied.count, "migration")) applied"
        var lines = [
          "\(server.name): \(status.hasLedger ? applied : status.isEmpty ? "empty" : "no migrations applied")"
        ]
        let width = (status.applied.map(\.migration.name) + status.pending).map(\.count).max() ?? 0
        for record in status.applied {
          let migration = record.migration
          let kind =
            record.isComplete ? migration.kind?.rawValue ?? (record.overlaps ? "overlap" : "unknown") : "incomplete"
          let space = String(repeating: " ", count: width - migration.name.count)
          lines.append("  applied  \(migration.name)\(space)  \(migration.appliedAt)  \(kind)")
        }
        lines += status.pending.map { "  pending  \($0)" }
        var reasons = status.problems.map { MigrationRefusal.Reason("\($0)", at: server.name) }
        if reasons.isEmpty, status.hasLedger, status.applied.allSatisfy(\.isComplete) {
          do {
            let expected = try producible(status.applied.map(\.migration.name))
            let (differences, allowed) = try comparison(session, expected)
            let all = differences + allowed
            lines += all.isEmpty ? [] : ["it differs from the result of its migrations:"] + all.map { "  \($0)" }
            if !differences.isEmpty {
              reasons.append(
                MigrationRefusal.Reason(
                  "the schema was changed by hand; revert the change, or write a migration that makes it",
                  at: server.name))
            }
          } catch let reason as Incomparable {
            lines.append("its schema wasn't compared, because \(reason.text)")
          }
        }
        if reasons.isEmpty, let incomplete = try migrator(session).incomplete() {
          reasons.append(MigrationRefusal.Reason(incomplete.description, at: server.name))
        } else if reasons.isEmpty, !status.hasLedger, !status.isEmpty {
          reasons.append(
            MigrationRefusal.Reason(
              "\(PostgreSQLMigrationError.notRecorded(database: place(session)))", at: server.name))
        } else if reasons.isEmpty, !status.pending.isEmpty {
          let are = status.pending.count == 1 ? "migration is" : "migrations are"
          reasons.append(
            MigrationRefusal.Reason(
              "\(status.pending.count) \(are) pending: the program applies them when it starts, or 'postil migrate apply' does",
              at: server.name))
        }
        return (lines, reasons)
      }
    }

    /// Why the result of the migrations isn't known.
    private struct Incomparable: Error {
      let text: String
    }

    /// The schema after some of the migrations, if the server can produce it.
    /// - Throws: ``Incomparable``
    private func producible(_ names: [String]) throws -> [[String?]] {
      do {
        return try migrated(Set(names))
      } catch is UnusableServer {
        throw Incomparable(text: "the user may not create a database for that")
      } catch  where error is MigrationError || error is PostgreSQLMigrationError {
        // Such as a function of an extension, which new databases of the server don't have.
        throw Incomparable(text: "a new database can't take the migrations: \(error)")
      }
    }

    /// How a database differs from the result of its migrations, and the indexes of others, which are allowed.
    private func comparison(_ session: ServerSession, _ expected: [[String?]]) throws -> (
      differences: [String], allowed: [String]
    ) {
      let found = try session.catalog()
      return (
        PostgreSQLCatalogQuery.differences(found: found, expected: expected, allowingIndexes: true),
        PostgreSQLCatalogQuery.allowedIndexes(found: found, expected: expected)
      )
    }

    /// Applies the pending migrations. The schema must be the result of the applied ones before and after that, apart from objects that the
    /// migrations don't mention.
    /// - Returns: what was done, one line each.
    package func apply() throws -> [String] {
      try reporting {
        let session = try server.connect()
        var note: String?
        let migrator = try migrator(session)
        let outcomes = try migrator.apply { applied, isDone in
          guard note == nil else { return }
          do {
            let differences = PostgreSQLCatalogQuery.harmfulDifferences(
              found: try session.catalog(), expected: try producible(applied))
            guard !differences.isEmpty else { return }
            throw MigrationRefusal(
              isDone
                ? "the migrations were applied, but the schema isn't what they produce in a new database; revert these differences, or "
                  + "write a migration that does"
                : "the schema was changed since the last migration, so nothing was applied; revert these changes, and apply the "
                  + "migrations again", at: server.name, notes: differences)
          } catch let reason as Incomparable {
            note = "the schema wasn't compared with the result of the migrations, because \(reason.text)"
          }
        }
        let waits = try migrator.status().pending.first.flatMap { next in
          folder.scripts.first { $0.name == next && $0.waits }
        }
        let waiting = waits.map {
          "\($0.name): waits until every instance of the program runs the new version; then add '--contract'"
        }
        return lines(outcomes) + [waiting, note].compactMap(\.self)
      }
    }

    /// The names of the pending migrations.
    package func pending() throws -> [String] { try reporting { try migrator(server.connect()).status().pending } }

    /// The statements that would run, as a script for `psql`. Nothing is changed.
    package func script() throws -> String { try reporting { try migrator(server.connect()).script() } }

    /// Why the rest isn't applied: the next one is a step in Swift.
    package func stepInTheWay() throws -> MigrationRefusal? {
      try reporting {
        let pending = try migrator(server.connect()).status().pending
        guard let step = pending.first, folder.steps.contains(where: { $0.name == step }) else { return nil }
        let rest = pending.count - 1
        let others = rest == 0 ? "" : ", which runs it and then applies the \(counted(rest, "migration")) after it"
        return MigrationRefusal(
          "the next one is '\(step)', a step in Swift, which only the program can run; start the program\(others)",
          at: server.name)
      }
    }

    /// The database and the schema.
    private func place(_ session: ServerSession) -> String {
      session.database + (session.schema.map { ".\($0)" } ?? "")
    }

    private func migrator(_ session: ServerSession) throws -> ServerMigrator {
      try ServerMigrator(
        session, migrations, declared: folder.steps.map { (name: $0.name, after: $0.after) }, waiting: waiting)
    }

    /// Records all migrations as applied, if the database has the schema that they produce.
    /// - Returns: what was recorded, one line each.
    package func adopt() throws -> [String] {
      try reporting {
        let session = try server.connect()
        let outcomes = try migrator(session).adopt {
          let expected = try migrated(Set(folder.files.map(\.name)))
          let differences = PostgreSQLCatalogQuery.differences(
            found: try session.catalog(), expected: expected, allowingIndexes: true)
          guard differences.isEmpty else {
            throw MigrationRefusal(
              "the database doesn't have the schema that the migrations produce, so nothing was recorded",
              at: server.name,
              notes: differences)
          }
        }
        return outcomes.isEmpty ? ["\(server.name): the migrations are already recorded"] : lines(outcomes)
      }
    }

    /// Undoes the last applied migration.
    /// - Returns: what was done, one line.
    package func undoLast() throws -> String {
      try reporting {
        let session = try server.connect()
        let migrator = try migrator(session)
        guard let last = try migrator.status().applied.last?.migration.name else {
          throw MigrationRefusal("no migration was applied, so there is nothing to undo", at: server.name)
        }
        guard let undo = folder.undos[last] else {
          throw MigrationRefusal(
            "'\(last)' can't be undone, because '\(folder.path)' contains no '\(last).postgresql.down.sql'; restore a backup of "
              + "the database, or write a migration that reverts the change", at: server.name)
        }
        try migrator.undo(last, sql: undo.text)
        return "\(server.name): '\(last)' undone"
      }
    }

    /// Completes a migration that was interrupted after its transaction, or undoes it.
    /// - Returns: what was done, one line each.
    package func repair(takingBack: Bool) throws -> [String] {
      try reporting {
        let migrator = try migrator(server.connect())
        guard let name = try migrator.incomplete()?.name else {
          return ["\(server.name): every applied migration is complete"]
        }
        guard takingBack else {
          return try migrator.complete().map { "\($0.name): completed in \(milliseconds($0.duration)) ms" }
        }
        guard let undo = folder.undos[name] else {
          throw MigrationRefusal(
            "'\(name)' can't be taken back, because '\(folder.path)' contains no '\(name).postgresql.down.sql'; correct the rows and "
              + "complete it without '--take-back', or restore a backup of the database", at: server.name)
        }
        try migrator.takeBack(name, sql: undo.text)
        return ["\(server.name): '\(name)' taken back"]
      }
    }

    /// How the database differs from the result of its migrations, and the indexes of others that are allowed, one line each.
    package func drift() throws -> (differences: [String], allowed: [String]) {
      try reporting {
        let session = try server.connect()
        let status = try migrator(session).status()
        if let problem = status.problems.first { throw problem }
        guard status.hasLedger else { throw PostgreSQLMigrationError.notRecorded(database: place(session)) }
        return try comparison(session, migrated(Set(status.applied.map(\.migration.name))))
      }
    }

    /// How the database differs from the result of its migrations, and from the models if all of them are applied. A database that isn't
    /// in the state of any migration is compared with the models only.
    /// - Parameter statements: the statements of the models.
    /// - Returns: the differences, one line each.
    package func differences(from statements: [String]) throws -> [String] {
      try reporting {
        let session = try server.connect()
        let found = try session.catalog()
        if !folder.files.isEmpty {
          let status = try migrator(session).status()
          if status.hasLedger, status.problems.isEmpty {
            let expected = try migrated(Set(status.applied.map(\.migration.name)))
            let differences = PostgreSQLCatalogQuery.differences(found: found, expected: expected)
            guard differences.isEmpty, status.pending.isEmpty else { return differences }
          }
        }
        return PostgreSQLCatalogQuery.differences(found: found, expected: try created(statements))
      }
    }

    // MARK: - text

    private func lines(_ outcomes: [MigrationOutcome]) -> [String] {
      outcomes.flatMap { outcome -> [String] in
        let what =
          switch outcome.kind {
          case .sql, .swift: "applied in \(milliseconds(outcome.duration)) ms"
          case .adopted: "recorded without running, because the database already has its schema"
          case .checkpoint: "recorded without running, because the database has every migration that it replaces"
          }
        return ["\(outcome.name): \(what)"]
          + outcome.counts.filter { $0.rows > 0 }.map { "  \($0.code) \($0.subject): \(counted($0.rows, "row"))" }
      }
    }

    private func milliseconds(_ duration: Duration) -> Int64 {
      duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    }

    func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }

    /// Turns the errors of migrations and of the server into refusals. ``UnusableServer`` is passed on.
    func reporting<Result>(_ body: () throws -> Result) throws -> Result {
      do {
        return try body()
      } catch {
        switch error {
        case is MigrationError, is PostgreSQLMigrationError, is PostgreSQLError, is ConnectionLost,
          is ConnectionRejected:
          throw MigrationRefusal("\(error)", at: server.name)
        default: throw error
        }
      }
    }
  }
#endif
