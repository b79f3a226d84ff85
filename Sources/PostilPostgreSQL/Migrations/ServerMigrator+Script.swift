#if PostgreSQL
  import PostilEvolution
  import PostilSQL
  import PostilSQLite
  import PostilTranslation

  /// What a migrator would do, as a script for `psql`.
  extension ServerMigrator {
    /// The statements that ``apply()`` would run now. Nothing is changed.
    ///
    /// The script is for the current state of this database. A step in Swift ends it, because only the program can run one.
    /// - Throws: the same errors as ``apply()``.
    package func script() throws -> String {
      let records = try ledger.records() ?? []
      if records.isEmpty, try ledger.hasObjects() {
        throw PostgreSQLMigrationError.notRecorded(database: place)
      }
      let position = self.position(records)
      if let problem = position.problems.first { throw problem }
      var lines = [
        "-- The statements that 'postil migrate apply' would run. Run it with 'psql -X -f FILE URL', which stops at the first error. A",
        "-- migration that fails in its transaction changes nothing. If a lock isn't available in time, print a new script and run that one.",
        "\\set ON_ERROR_STOP on", searchPath, "SET statement_timeout = 0;",
        "SET idle_in_transaction_session_timeout = 0;", limit,
        check("NOT pg_try_advisory_lock(\(key))", "another process is migrating the schema '\(schema)'"),
      ]
      for record in records where !record.isComplete {
        guard let script = script(of: record) else { continue }
        lines += ["", "-- Migration \(script.name), which was interrupted after its transaction"]
        for statement in try Self.parts(of: script).afterwards {
          if case .index(let name) = PostgreSQLMigrationStatement.afterwards(statement.sql) {
            let valid = try validity(ofIndex: name)
            if valid == "t" { continue }
            if valid == "f" { lines += afterwards("DROP INDEX CONCURRENTLY \(qualified(name))") }
          }
          if try !isDone(statement.sql) { lines += afterwards(statement.sql) }
        }
        lines.append(completion(script))
      }
      for pending in position.pending {
        if pending.entry.script?.waits == true, !waiting.contracts, !records.isEmpty {
          lines += ["", "-- The next one is '\(pending.entry.name)', which needs '--contract'."]
          break
        }
        guard let script = pending.entry.script else {
          lines += ["", "-- The next one is '\(pending.entry.name)', a step in Swift, which only the program can run."]
          break
        }
        lines += try self.lines(of: script, isRecordedOnly: pending.isRecordedOnly)
      }
      lines += ["", "SELECT pg_advisory_unlock(\(key));"]
      return lines.joined(separator: "\n") + "\n"
    }

    private func lines(of script: MigrationScript, isRecordedOnly: Bool) throws -> [String] {
      let (statements, afterwards) = try Self.parts(of: script)
      var lines = ["", "-- Migration \(script.name)", "BEGIN ISOLATION LEVEL READ COMMITTED;"]
      if !isRecordedOnly {
        let locks = PostgreSQLMigrationStatement.locks(at: statements.map(\.sql))
        lines += statements[..<locks].map { "\($0.sql);" }
        lines += script.prechecks.map { precheck in
          guard precheck.isRefusal || !precheck.isAllowed else {
            return "-- Allowed: \(precheck.code) '\(precheck.subject)'.\n\(precheck.query);"
          }
          return check("(\(precheck.query)) <> 0", "rows are at risk: \(precheck.code) '\(precheck.subject)'")
        }
        lines += statements[locks...].map { "\($0.sql);" }
        if statements.contains(where: { $0.sql.contains("search_path") }) { lines.append(searchPath) }
      }
      let isComplete = isRecordedOnly || afterwards.isEmpty
      let kind =
        isRecordedOnly ? MigrationOutcome.Kind.checkpoint.rawValue : script.overlaps ? ServerLedger.overlap : "sql"
      lines += [
        "\(ledger.ddl);",
        """
        INSERT INTO \(ledger.table) ("name", "checksum", "applied_at", "duration_ms", "kind", "is_complete")
        VALUES (\(SQLText.literal(script.name)), \(SQLText.literal(script.checksum)), clock_timestamp(), 0, '\(kind)', \(isComplete));
        """, "COMMIT;",
      ]
      if !isComplete { lines += afterwards.flatMap { self.afterwards($0.sql) } + [completion(script)] }
      let tables = try session.rows(
        "SELECT FROM pg_trigger WHERE tgrelid IN (\(ObservationTriggers.ownTables)) AND tgname = $2 LIMIT 1",
        [schema, ObservationTriggers.name])
      if !tables.isEmpty,
        statements.contains(where: { SQLLexer.tokens(of: $0.sql).prefix(2).map(\.text) == ["create", "table"] })
      {
        lines.append("-- Call 'installObservation' of the store afterwards, so that the new tables are observed too.")
      }
      return lines
    }

    /// A statement after the transaction. Only one that makes the program wait has to give up.
    private func afterwards(_ sql: String) -> [String] {
      guard PostgreSQLMigrationStatement.afterwards(sql) != nil else { return ["\(sql);"] }
      return ["SET lock_timeout = 0;", "\(sql);", limit]
    }

    private var searchPath: String { "SET search_path = \(session.searchPath);" }

    private var limit: String { "SET lock_timeout = \(max(1, waiting.lockTimeout.milliseconds));" }

    private func completion(_ script: MigrationScript) -> String {
      "UPDATE \(ledger.table) SET \"is_complete\" = true WHERE \"name\" = \(SQLText.literal(script.name));"
    }

    /// A statement that fails with a message if a condition is true.
    private func check(_ condition: String, _ message: String) -> String {
      let text = SQLText.literal(message.replacing("%", with: "%%"))
      return "DO $postil$ BEGIN IF \(condition) THEN RAISE EXCEPTION \(text); END IF; END $postil$;"
    }
  }
#endif
