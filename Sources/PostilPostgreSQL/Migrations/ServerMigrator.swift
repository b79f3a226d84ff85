#if PostgreSQL
  import PostilEvolution
  import PostilSQLite
  import PostilTranslation

  /// Applies migrations to a database of a server.
  ///
  /// One process does it at a time, under an advisory lock; the others wait until it has finished. Each migration is a transaction. The
  /// statements that can't run in one, or would lock tables for long, follow it one by one, and are repeated if they were interrupted.
  package struct ServerMigrator {
    /// The state of a database.
    package struct Status: Sendable {
      /// Oldest first.
      package let applied: [ServerLedger.Record]
      /// Whether the database has the table of migrations.
      package let hasLedger: Bool
      /// Whether it contains nothing.
      package let isEmpty: Bool
      /// In order.
      package let pending: [String]
      /// The reasons why nothing can be applied.
      package let problems: [MigrationError]
    }

    let session: ServerSession
    let sequence: MigrationSequence
    private let steps: ServerSteps?
    let waiting: ServerWaiting
    var ledger: ServerLedger { ServerLedger(session) }

    /// The lock's key: 'postilmi'.
    static let key = "8101828347286874473"

    /// Orders the migrations for PostgreSQL, for a tool, which can't run steps in Swift.
    /// - Parameters:
    ///   - declared: the steps of the program: their names, and what they come after.
    ///   - waiting: how the migrations wait for others.
    /// - Throws: ``PostgreSQLMigrationError/noFiles``, `MigrationError`, ``UnsupportedByServer``
    package init(
      _ session: ServerSession, _ migrations: SQLiteMigrations, declared: [(name: String, after: String)] = [],
      waiting: ServerWaiting = ServerWaiting()
    ) throws {
      try self.init(session, migrations, declared, nil, waiting)
    }

    /// Orders the migrations for PostgreSQL with the steps of the program.
    /// - Throws: the same errors.
    init(
      _ session: ServerSession, _ migrations: SQLiteMigrations, _ steps: ServerSteps, _ waiting: ServerWaiting
    ) throws {
      try self.init(session, migrations, steps.steps.map { (name: $0.name, after: $0.after) }, steps, waiting)
    }

    private init(
      _ session: ServerSession, _ migrations: SQLiteMigrations, _ declared: [(name: String, after: String)],
      _ steps: ServerSteps?, _ waiting: ServerWaiting
    ) throws {
      let files = migrations.postgreSQLFiles.map {
        SQLiteMigrations.File(name: String($0.name.dropLast(".postgresql".count)), sql: $0.sql)
      }
      guard !files.isEmpty else { throw PostgreSQLMigrationError.noFiles }
      try session.kind.require(.migrations)
      // Other steps belong to the migrations for SQLite.
      let names = Set(files.map(\.name)).subtracting(migrations.files.map(\.name))
      let step = migrations.steps.first { names.contains($0.after) || $0.after.hasSuffix(".postgresql") }
      if let step { throw PostgreSQLMigrationError.step(name: step.name, after: step.after) }
      (self.session, self.steps, self.waiting) = (session, steps, waiting)
      let all = declared.reduce(SQLiteMigrations(files)) { $0.declaringStep($1.name, after: $1.after) }
      do {
        sequence = try MigrationSequence(
          all, knowsSteps: steps != nil || !declared.isEmpty, by: PostgreSQLScript.statements)
      } catch MigrationError.invalidFiles(let problems) {
        throw MigrationError.invalidFiles(
          problems: problems.map { problem in
            let file = files.first { problem.hasPrefix("\($0.name).sql:") }
            return file.map { "\($0.name).postgresql\(problem.dropFirst($0.name.count))" } ?? problem
          })
      } catch MigrationError.noOrder(let reason) {
        throw MigrationError.noOrder(
          reason: reason.replacing(".sql'", with: ".postgresql.sql'").replacing(
            "merge PATH", with: "merge PATH --dialect postgresql"))
      }
      for entry in sequence.entries { if let script = entry.script { _ = try Self.parts(of: script) } }
    }

    /// The state of the database. Nothing is changed.
    package func status() throws -> Status {
      let records = try ledger.records()
      let position = MigrationPosition(sequence, records: (records ?? []).map(\.migration), path: session.database)
      return Status(
        applied: records ?? [], hasLedger: records != nil, isEmpty: try !ledger.hasObjects(),
        pending: position.pending.map(\.entry.name), problems: position.problems)
    }

    /// Applies the pending migrations.
    /// - Returns: what was applied, in order.
    /// - Throws: `MigrationError`, ``PostgreSQLMigrationError``, ``PostgreSQLError``, ``ConnectionLost``
    package func apply() throws -> [MigrationOutcome] {
      try locked {
        let records = try ledger.records() ?? []
        if records.isEmpty, try ledger.hasObjects() {
          throw PostgreSQLMigrationError.notRecorded(database: session.database)
        }
        let position = MigrationPosition(sequence, records: records.map(\.migration), path: session.database)
        if let problem = position.problems.first { throw problem }
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
            guard let outcome = try steps?.run(pending.entry.name) else { break }
            outcomes.append(outcome)
            continue
          }
          outcomes.append(try apply(script, isRecordedOnly: pending.isRecordedOnly))
        }
        return outcomes
      }
    }

    /// Records all migrations as applied, because the database already has their result.
    /// - Returns: what was recorded.
    /// - Throws: the same errors; `check` throws if the database has another schema.
    package func adopt(_ check: () throws -> Void) throws -> [MigrationOutcome] {
      try locked {
        guard try ledger.records()?.isEmpty ?? true else { return [] }
        try check()
        return try session.transaction {
          try session.run(ServerLedger.ddl)
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
        _ = try counts(of: script)
        try attempting { attempt in
          try session.transaction {
            try runLocked(script, statements, attempt: attempt)
            try ledger.delete(name)
          }
        }
      }
    }

    // MARK: - one migration

    private func apply(_ script: MigrationScript, isRecordedOnly: Bool) throws -> MigrationOutcome {
      guard !isRecordedOnly else {
        return try measured(script.name, .checkpoint) {
          try session.run(ServerLedger.ddl)
          try ledger.insert(
            script.name, checksum: script.checksum, milliseconds: 0, kind: .checkpoint, isComplete: true)
          return []
        }
      }
      return try measured(script.name, .sql) {
        // First without locks, so that a migration that is refused makes nobody wait.
        let counts = try counts(of: script)
        try attempting { attempt in try session.transaction { try run(script, attempt: attempt) } }
        return counts + (try finish(script, repeating: false))
      }
    }

    /// Runs the statements of the transaction, and records the migration.
    private func run(_ script: MigrationScript, attempt: Int) throws {
      let start = ContinuousClock.now
      let (statements, afterwards) = try Self.parts(of: script)
      try runLocked(script, statements, attempt: attempt)
      try session.run(ServerLedger.ddl)
      try ledger.insert(
        script.name, checksum: script.checksum, milliseconds: (ContinuousClock.now - start).milliseconds, kind: .sql,
        isComplete: afterwards.isEmpty)
    }

    /// Takes the locks, runs the pre-checks again that count rows that would be lost, and then the statements.
    private func runLocked(
      _ script: MigrationScript, _ statements: [MigrationScript.Statement], attempt: Int
    ) throws {
      let locks = PostgreSQLMigrationStatement.locks(at: statements.map(\.sql))
      try takeLocks(Array(statements[..<locks]), of: script, attempt: attempt)
      _ = try counts(of: script, where: Self.isCountedAgain)
      try run(Array(statements[locks...]), of: script)
    }

    /// Runs statements in the open transaction, and gives the tables that they add the trigger for observation, if others have it.
    func run(_ statements: [MigrationScript.Statement], of script: MigrationScript) throws {
      guard !statements.isEmpty else { return }
      let tables = try session.rows(ObservationTriggers.ownTables).compactMap { $0[0] }
      for statement in statements {
        do {
          try session.run(statement.sql)
        } catch let error as PostgreSQLError {
          throw MigrationError.statementFailed(
            name: Self.file(script), line: statement.line, sql: statement.sql,
            reason: PostgreSQLError(code: error.code, message: error.explained, detail: error.detail, sql: nil))
        }
      }
      try addTriggers(toTablesBesides: tables)
    }

    /// Gives the tables that a migration has added the triggers for observation that others have.
    /// - Parameter tables: the identifiers of the tables before it.
    private func addTriggers(toTablesBesides tables: [String]) throws {
      func added(_ trigger: String) throws -> [String] {
        try session.rows(ObservationTriggers.addedTables, ["{\(tables.joined(separator: ","))}", trigger])
          .compactMap { $0[0] }
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

    /// Runs the statements after the transaction of each migration that was interrupted there.
    func finish(_ records: [ServerLedger.Record]) throws -> [MigrationOutcome] {
      try records.filter { !$0.isComplete }.compactMap { record in
        guard let script = script(of: record) else { return nil }
        return try measured(script.name, .sql) { try finish(script, repeating: true) }
      }
    }

    func script(of record: ServerLedger.Record) -> MigrationScript? {
      sequence.entries.first { $0.name == record.migration.name }?.script
    }

    /// Runs the statements after the transaction.
    /// - Parameter repeating: whether they were interrupted before.
    private func finish(_ script: MigrationScript, repeating: Bool) throws -> [MigrationOutcome.Count] {
      let statements = try Self.parts(of: script).afterwards
      guard !statements.isEmpty else { return [] }
      let start = ContinuousClock.now
      for statement in statements {
        do {
          if case .index(let name) = PostgreSQLMigrationStatement.afterwards(statement.sql), repeating {
            // An interrupted build leaves an invalid index. Source: PostgreSQL 15, "CREATE INDEX", Building Indexes Concurrently.
            let valid = try validity(ofIndex: name)
            if valid == "t" { continue }
            if valid == "f" { try session.run("DROP INDEX CONCURRENTLY \(PostgreSQLNames.quoted(name))") }
          }
          if repeating, try isDone(statement.sql) { continue }
          // Only statements that block the program have to give up when they wait.
          if [nil, .backfill].contains(PostgreSQLMigrationStatement.afterwards(statement.sql)) {
            try attempting { _ in try session.run(statement.sql) }
          } else {
            try setLockTimeout(isLimited: false)
            defer { try? setLockTimeout() }
            try session.run(statement.sql)
          }
        } catch let error as PostgreSQLError {
          throw PostgreSQLMigrationError.incomplete(
            name: script.name, line: statement.line, sql: statement.sql, reason: error)
        }
      }
      try ledger.complete(script.name, milliseconds: (ContinuousClock.now - start).milliseconds)
      return []
    }

    /// Whether a key that a repeated statement adds exists, or the constraint that it validates was already dropped by a later one.
    func isDone(_ sql: String) throws -> Bool {
      if let key = PostgreSQLMigrationStatement.addedKey(sql) {
        let query = "SELECT FROM pg_constraint WHERE conname = $1 AND conrelid = to_regclass($2)"
        return try !session.rows(query, [key.name, key.table]).isEmpty
      }
      guard let name = PostgreSQLMigrationStatement.validated(sql) else { return false }
      return try session.rows("SELECT FROM pg_constraint WHERE conname = $1 LIMIT 1", [name]).isEmpty
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

    private func measured(
      _ name: String, _ kind: MigrationOutcome.Kind, _ body: () throws -> [MigrationOutcome.Count]
    ) throws -> MigrationOutcome {
      let start = ContinuousClock.now
      let counts = try body()
      return MigrationOutcome(name: name, kind: kind, duration: ContinuousClock.now - start, counts: counts)
    }
  }
#endif
