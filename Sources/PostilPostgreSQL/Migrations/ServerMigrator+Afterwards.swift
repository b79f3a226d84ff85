#if PostgreSQL
  import PostilEvolution
  import PostilSQL
  import PostilSQLite
  import PostilTranslation

  /// The statements after the transaction of a migration.
  extension ServerMigrator {
    /// Runs the statements after the transaction of each migration that was interrupted there.
    func finish(_ records: [ServerLedger.Record]) throws -> [MigrationOutcome] {
      try records.filter { !$0.isComplete }.compactMap { record in
        guard let script = script(of: record) else { return nil }
        return try measured(script.name, .sql) {
          try finish(script, repeating: true)
          return []
        }
      }
    }

    func script(of record: ServerLedger.Record) -> MigrationScript? {
      sequence.entries.first { $0.name == record.migration.name }?.script
    }

    /// Runs the statements after the transaction.
    /// - Parameter repeating: whether they were interrupted before.
    func finish(_ script: MigrationScript, repeating: Bool) throws {
      let statements = try Self.parts(of: script).afterwards
      guard !statements.isEmpty else { return }
      let start = ContinuousClock.now
      for statement in statements {
        do {
          if repeating, try isDone(statement.sql) { continue }
          try attempting { attempt in
            switch PostgreSQLMigrationStatement.afterwards(statement.sql) {
            case .index(let name): try buildIndex(name, statement.sql, repeating: repeating || attempt > 1)
            case .other: try withoutLockTimeout { try session.run(statement.sql) }
            // Only these block the program, so they have to give up when they wait.
            case .backfill, nil: try session.run(statement.sql)
            }
          }
        } catch  where error is PostgreSQLError || error is LockNotGranted {
          throw PostgreSQLMigrationError.incomplete(
            name: script.name, line: statement.line, sql: statement.sql, reason: error)
        }
      }
      try ledger.complete(script.name, milliseconds: (ContinuousClock.now - start).milliseconds)
    }

    /// Builds an index. An interrupted build leaves an invalid one. Source: PostgreSQL 15, "CREATE INDEX", Building Indexes Concurrently.
    private func buildIndex(_ name: String, _ sql: String, repeating: Bool) throws {
      let validity = repeating ? try validity(ofIndex: name) : nil
      if validity == "t" { return }
      try withoutLockTimeout {
        if validity == "f" { try session.run("DROP INDEX CONCURRENTLY \(qualified(name))") }
        try session.run(sql)
      }
    }

    /// Runs statements that wait without making the program wait, so they don't have to give up.
    private func withoutLockTimeout(_ body: () throws -> Void) throws {
      try setLockTimeout(isLimited: false)
      defer { try? setLockTimeout() }
      try body()
    }

    /// Whether a key that a repeated statement adds exists, or the constraint that it validates was already dropped by a later one.
    func isDone(_ sql: String) throws -> Bool {
      if let key = PostgreSQLMigrationStatement.addedKey(sql) {
        return try hasConstraint(key, on: alteredTable(sql))
      }
      guard let name = PostgreSQLMigrationStatement.validated(sql) else { return false }
      return try !hasConstraint(name, on: alteredTable(sql))
    }

    private func hasConstraint(_ name: String, on table: String) throws -> Bool {
      try !session.rows("SELECT FROM pg_constraint WHERE conname = $1 AND conrelid = to_regclass($2)", [name, table])
        .isEmpty
    }

    /// The table of an `ALTER TABLE`, with its schema: as written, or the one that is migrated.
    func alteredTable(_ sql: String) -> String {
      let tokens = SQLLexer.tokens(of: sql)
      return tokens[3].is(".") ? "\(tokens[2].source).\(tokens[4].source)" : qualified(tokens[2].name)
    }

    /// The statements of the transaction, and those after it.
    static func parts(
      of script: MigrationScript
    ) throws -> (transaction: [MigrationScript.Statement], afterwards: [MigrationScript.Statement]) {
      let statements = script.statements
      let end =
        statements.firstIndex { PostgreSQLMigrationStatement.afterwards($0.sql) != nil } ?? statements.endIndex
      if let wrong = statements[end...].first(where: { !PostgreSQLMigrationStatement.canFollow($0.sql) }) {
        throw PostgreSQLMigrationError.notLast(name: script.name, line: wrong.line, sql: wrong.sql)
      }
      return (Array(statements[..<end]), Array(statements[end...]))
    }
  }
#endif
