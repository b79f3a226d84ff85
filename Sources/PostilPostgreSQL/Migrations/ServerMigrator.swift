#if PostgreSQL
  import PostilEvolution
  import PostilSQL
  import PostilSQLite
  import PostilTranslation

  /// Applies migrations to a schema of a server's database. Nothing outside of that schema is looked at.
  ///
  /// One process does it at a time, under an advisory lock; the others wait until it has finished. Each migration is a transaction. The
  /// statements that can't run in one, or would lock tables for long, follow it one by one, and are repeated if they were interrupted.
  package struct ServerMigrator {
    /// The state of a database.
    package struct Status: Sendable {
      /// Oldest first.
      package let applied: [ServerLedger.Record]
      /// Whether the schema has the table of migrations.
      package let hasLedger: Bool
      /// Whether it contains nothing.
      package let isEmpty: Bool
      /// In order.
      package let pending: [String]
      /// The reasons why nothing can be applied.
      package let problems: [MigrationError]
    }

    let session: ServerSession
    /// The schema, which was determined when the session began.
    let schema: String
    let sequence: MigrationSequence
    private let steps: ServerSteps?
    let waiting: ServerWaiting
    var ledger: ServerLedger { ServerLedger(session: session, schema: schema) }

    /// The database and the schema, for messages: `tasks.public`.
    package var place: String { "\(session.database).\(schema)" }

    /// The lock's key, as an expression of SQL. The number is 'postilmi'.
    var key: String { "hashtextextended(\(SQLText.literal(schema)), 8101828347286874473)" }

    /// The quoted name of a table of the schema.
    func qualified(_ table: String) -> String { "\(SQLText.identifier(schema)).\(SQLText.identifier(table))" }

    /// Orders the migrations for PostgreSQL, for a tool, which can't run steps in Swift.
    /// - Parameters:
    ///   - declared: the steps of the program: their names, and what they come after.
    ///   - waiting: how the migrations wait for others.
    /// - Throws: ``PostgreSQLMigrationError/noFiles``, `MigrationError`, ``UnsupportedByServer``; ``PostgreSQLError`` if no schema of the
    ///   search path exists.
    package init(
      _ session: ServerSession, _ migrations: SchemaMigrations, declared: [(name: String, after: String)] = [],
      waiting: ServerWaiting = ServerWaiting()
    ) throws {
      try self.init(session, migrations, declared, nil, waiting)
    }

    /// Orders the migrations for PostgreSQL with the steps of the program.
    /// - Throws: the same errors.
    init(
      _ session: ServerSession, _ migrations: SchemaMigrations, _ steps: ServerSteps, _ waiting: ServerWaiting
    ) throws {
      try self.init(session, migrations, steps.steps.map { (name: $0.name, after: $0.after) }, steps, waiting)
    }

    private init(
      _ session: ServerSession, _ migrations: SchemaMigrations, _ declared: [(name: String, after: String)],
      _ steps: ServerSteps?, _ waiting: ServerWaiting
    ) throws {
      let files = migrations.postgreSQLFiles.map {
        SchemaMigrations.File(name: String($0.name.dropLast(".postgresql".count)), sql: $0.sql)
      }
      guard !files.isEmpty else { throw PostgreSQLMigrationError.noFiles }
      try session.kind.require(.migrations)
      guard let schema = session.schema else {
        throw PostgreSQLError(
          code: "3F000",
          message: "database '\(session.database)' contains no schema of the search path; name one with '--schema', or "
            + "'schemaName' of the store's options", detail: nil, sql: nil)
      }
      // Other steps belong to the migrations for SQLite.
      let names = Set(files.map(\.name)).subtracting(migrations.files.map(\.name))
      let step = migrations.steps.first { names.contains($0.after) || $0.after.hasSuffix(".postgresql") }
      if let step { throw PostgreSQLMigrationError.step(name: step.name, after: step.after) }
      (self.session, self.schema, self.steps, self.waiting) = (session, schema, steps, waiting)
      let all = declared.reduce(SchemaMigrations(files)) { $0.declaringStep($1.name, after: $1.after) }
      do {
        sequence = try MigrationSequence(
          all, knowsSteps: steps != nil || !declared.isEmpty, dialect: .postgreSQL, by: PostgreSQLScript.statements)
      } catch MigrationError.invalidFiles(let problems) {
        throw MigrationError.invalidFiles(
          problems: problems.map { problem in
            let file = files.first { problem.hasPrefix("\($0.name).sql:") }
            return file.map { "\($0.name).postgresql\(problem.dropFirst($0.name.count))" } ?? problem
          })
      }
      for entry in sequence.entries { if let script = entry.script { _ = try Self.parts(of: script) } }
    }

    /// The state of the database. Nothing is changed.
    package func status() throws -> Status {
      let records = try ledger.records()
      let position = self.position(records ?? [])
      return Status(
        applied: records ?? [], hasLedger: records != nil, isEmpty: try !ledger.hasObjects(),
        pending: position.pending.map(\.entry.name), problems: position.problems)
    }

    /// Applies the pending migrations.
    /// - Parameter check: called before anything is changed with the names of the applied migrations, unless one is incomplete, and with
    ///   those after it at the end. It isn't called if nothing is pending.
    /// - Returns: what was applied, in order.
    /// - Throws: `MigrationError`, ``PostgreSQLMigrationError``, ``PostgreSQLError``, ``ConnectionLost``; what `check` throws.
    package func apply(check: (_ applied: [String], _ isDone: Bool) throws -> Void = { _, _ in }) throws
      -> [MigrationOutcome]
    {
      let outcomes = try locked(if: { try !isOverlapped() }) {
        let records = try ledger.records() ?? []
        if records.isEmpty, try ledger.hasObjects() {
          throw PostgreSQLMigrationError.notRecorded(database: place)
        }
        let position = self.position(records)
        if let problem = position.problems.first { throw problem }
        let applied = records.map(\.migration.name)
        if !records.isEmpty, !position.pending.isEmpty, records.allSatisfy(\.isComplete) { try check(applied, false) }
        var outcomes: [MigrationOutcome] = []
        outcomes += try finish(records)
        for pending in position.pending {
          // A new database has no other version of the program.
          if pending.entry.script?.waits == true, !waiting.contracts, !records.isEmpty {
            guard pending.entry.name == position.pending.last?.entry.name else {
              throw PostgreSQLMigrationError.waits(name: pending.entry.name)
            }
            break
          }
          guard let script = pending.entry.script else {
            // Only the program can run a declared step, and the migrations after it need its rows.
            guard
              let outcome = try attempting({ _ in
                try steps?.run(pending.entry.name, in: ledger, lockTimeout: max(1, waiting.lockTimeout.milliseconds))
              })
            else { break }
            outcomes.append(outcome)
            continue
          }
          outcomes.append(try apply(script, isRecordedOnly: pending.isRecordedOnly))
        }
        if !outcomes.isEmpty { try check(ledger.records()?.map(\.migration.name) ?? [], true) }
        return outcomes
      }
      return outcomes ?? []
    }

    // MARK: - the version of the program before the last migration

    /// The position of the database in the migrations.
    func position(_ records: [ServerLedger.Record]) -> MigrationPosition {
      positionBefore(records) ?? MigrationPosition(sequence, records: records.map(\.migration), path: place)
    }

    /// The position before the last migration, if the program has all migrations up to it, and its version overlaps with the next one.
    ///
    /// A tool compares the schema with the files, so it needs all of them.
    private func positionBefore(_ records: [ServerLedger.Record]) -> MigrationPosition? {
      guard steps != nil, let last = records.last, last.overlaps,
        !sequence.entries.contains(where: { $0.name == last.migration.name })
      else { return nil }
      let position = MigrationPosition(sequence, records: records.dropLast().map(\.migration), path: place)
      return position.pending.isEmpty && position.problems.isEmpty ? position : nil
    }

    /// Whether this is the version of the program before the last migration, which can take long to fill its columns. Nothing is applied then.
    private func isOverlapped() throws -> Bool {
      guard steps != nil else { return false }
      return try ledger.records().flatMap { positionBefore($0) } != nil
    }

    /// Records all migrations as applied, because the database already has their result.
    /// - Returns: what was recorded.
    /// - Throws: the same errors; `check` throws if the database has another schema.
    package func adopt(_ check: () throws -> Void) throws -> [MigrationOutcome] {
      try locked {
        guard try ledger.records()?.isEmpty ?? true else { return [] }
        try check()
        return try session.transaction {
          try session.run(ledger.ddl)
          return try sequence.entries.map { entry in
            try ledger.insert(
              entry.name, checksum: entry.script?.checksum ?? "", milliseconds: 0,
              kind: entry.script == nil ? .swift : .adopted, isComplete: true)
            return MigrationOutcome(name: entry.name, kind: .adopted, duration: .zero, counts: [])
          }
        }
      }
    }

    /// Undoes the last applied migration, in one transaction.
    /// - Parameters:
    ///   - name: the migration.
    ///   - sql: its `.postgresql.down.sql`.
    /// - Throws: `MigrationError.notLast(name:last:)` if it isn't the last one; the same errors as applying it.
    package func undo(_ name: String, sql: String) throws { try undo(name, sql: sql, isComplete: true) }

    /// - Parameter isComplete: whether the migration has to be complete, or to lack statements after its transaction.
    func undo(_ name: String, sql: String, isComplete: Bool) throws {
      let script: MigrationScript
      do {
        script = try MigrationScript(undoing: name, text: sql, by: PostgreSQLScript.statements)
      } catch {
        throw MigrationError.invalidFiles(problems: error.problems.map(\.description))
      }
      try locked {
        let last = try ledger.records()?.last
        guard last?.migration.name == name else {
          throw MigrationError.notLast(name: name, last: last?.migration.name)
        }
        guard last?.isComplete == isComplete else { throw PostgreSQLMigrationError.undoOfIncomplete(name: name) }
        let statements = isComplete ? script.statements : try withoutRemainder(script)
        // First without locks, so that an undo that is refused makes nobody wait.
        _ = try attempting { _ in try counts(of: script) }
        try attempting { attempt in
          try session.transaction {
            _ = try runLocked(script, statements, attempt: attempt)
            try ledger.delete(name)
          }
        }
      }
    }

    // MARK: - one migration

    private func apply(_ script: MigrationScript, isRecordedOnly: Bool) throws -> MigrationOutcome {
      guard !isRecordedOnly else {
        return try measured(script.name, .checkpoint) {
          try session.run(ledger.ddl)
          try ledger.insert(
            script.name, checksum: script.checksum, milliseconds: 0, kind: .checkpoint, isComplete: true)
          return []
        }
      }
      return try measured(script.name, .sql) {
        // First without locks, so that a migration that is refused makes nobody wait.
        let counts = try attempting { _ in try self.counts(of: script) }
        let counted: [MigrationOutcome.Count] = try attempting { attempt in
          try session.transaction { try run(script, attempt: attempt) }
        }
        try finish(script, repeating: false)
        // The rows that were counted under the locks are those that were lost.
        return counts.map { first in counted.last { ($0.code, $0.subject) == (first.code, first.subject) } ?? first }
      }
    }

    /// Runs the statements of the transaction, and records the migration.
    /// - Returns: what was counted under the locks.
    private func run(_ script: MigrationScript, attempt: Int) throws -> [MigrationOutcome.Count] {
      let start = ContinuousClock.now
      let (statements, afterwards) = try Self.parts(of: script)
      let counts = try runLocked(script, statements, attempt: attempt)
      try session.run(ledger.ddl)
      try ledger.insert(
        script.name, checksum: script.checksum, milliseconds: (ContinuousClock.now - start).milliseconds, kind: .sql,
        isComplete: afterwards.isEmpty, overlaps: script.overlaps)
      return counts
    }

    /// Takes the locks, runs the pre-checks again that count rows that would be lost, and then the statements.
    /// - Returns: what was counted.
    private func runLocked(
      _ script: MigrationScript, _ statements: [MigrationScript.Statement], attempt: Int
    ) throws -> [MigrationOutcome.Count] {
      let locks = PostgreSQLMigrationStatement.locks(at: statements.map(\.sql))
      try takeLocks(Array(statements[..<locks]), of: script, attempt: attempt)
      let counts = try counts(of: script, where: Self.isCountedAgain)
      try run(Array(statements[locks...]), of: script)
      return counts
    }

    /// Runs statements in the open transaction, and gives the tables that they add the trigger for observation, if others have it.
    func run(_ statements: [MigrationScript.Statement], of script: MigrationScript) throws {
      guard !statements.isEmpty else { return }
      let tables = try session.rows(ObservationTriggers.ownTables, [schema]).compactMap { $0[0] }
      for statement in statements {
        do {
          try session.run(statement.sql)
        } catch let error as PostgreSQLError {
          throw MigrationError.statementFailed(
            name: Self.file(script), line: statement.line, sql: statement.sql,
            reason: PostgreSQLError(code: error.code, message: error.explained, detail: error.detail, sql: nil))
        }
      }
      try session.restoreSearchPath()
      try addTriggers(toTablesBesides: tables)
    }

    /// Gives the tables that a migration has added the triggers for observation that others have.
    /// - Parameter tables: the identifiers of the tables before it.
    private func addTriggers(toTablesBesides tables: [String]) throws {
      let isCitus = try !session.rows("SELECT FROM pg_extension WHERE extname = 'citus'").isEmpty
      func added(_ trigger: String) throws -> [String] {
        try session.rows(
          ObservationTriggers.addedTables(onCitus: isCitus), [schema, "{\(tables.joined(separator: ","))}", trigger]
        ).compactMap { $0[0] }
      }
      for table in try added(ObservationTriggers.name) { try session.run(ObservationTriggers.trigger(on: table)) }
      for table in try added(KeyTriggers.triggers[0]) {
        for trigger in KeyTriggers.triggers(on: table) { try session.run(trigger) }
      }
    }

    /// The name of the file without `.sql`, for messages.
    private static func file(_ script: MigrationScript) -> String { "\(script.name).postgresql" }

    private func counts(
      of script: MigrationScript, where isCounted: (MigrationScript.Precheck) -> Bool = { _ in true }
    ) throws -> [MigrationOutcome.Count] {
      var findings: [MigrationError.Finding] = []
      var counts: [MigrationOutcome.Count] = []
      for statement in script.statements.prefix(while: { PostgreSQLMigrationStatement.isPreparation($0.sql) }) {
        try session.run(statement.sql)
      }
      for check in script.prechecks where isCounted(check) {
        let row: [[String?]]
        do {
          row = try session.rows(check.query)
        } catch let error as PostgreSQLError where Self.isLocked(error) {
          throw MigrationError.statementFailed(
            name: Self.file(script), line: check.line, sql: check.query,
            reason: PostgreSQLError(code: error.code, message: error.message, detail: nil, sql: nil))
        } catch let error as PostgreSQLError {
          throw MigrationError.invalidPrecheck(
            name: Self.file(script), line: check.line, query: check.query, reason: "fails: \(error.message)")
        }
        guard row.count == 1, row[0].count == 1, let rows = row[0][0].flatMap({ Int($0) }) else {
          throw MigrationError.invalidPrecheck(
            name: Self.file(script), line: check.line, query: check.query, reason: "doesn't return one number")
        }
        counts.append(MigrationOutcome.Count(code: check.code, subject: check.subject, rows: rows))
        if rows != 0, check.isRefusal || !check.isAllowed {
          findings.append(
            MigrationError.Finding(
              code: check.code, subject: check.subject, rows: rows, query: check.query, isRefusal: check.isRefusal))
        }
      }
      guard findings.isEmpty else { throw MigrationError.rowsAtRisk(name: script.name, findings: findings) }
      return counts
    }

    func measured(
      _ name: String, _ kind: MigrationOutcome.Kind, _ body: () throws -> [MigrationOutcome.Count]
    ) throws -> MigrationOutcome {
      let start = ContinuousClock.now
      let counts = try body()
      return MigrationOutcome(name: name, kind: kind, duration: ContinuousClock.now - start, counts: counts)
    }
  }
#endif
