#if PostgreSQL
  import PostilEvolution
  import PostilSQLite
  import PostilTranslation

  /// How migrations wait: for locks that a program holds, and for another process that migrates.
  package struct ServerWaiting: Sendable {
    /// How long a statement waits for a lock. Everybody who uses the table waits as long. Less than `deadlock_timeout`, so that the migration
    /// gives up before the server stops a transaction of the program.
    package var lockTimeout: Duration = .milliseconds(500)
    /// How often a transaction is tried.
    package var attempts = 60
    /// How long the migration waits for another process that migrates the schema; `nil` for any time.
    package var timeout: Duration?
    /// Whether every instance of the program runs the new version, so that migrations with `-- @waits` are applied.
    package var contracts = false
    /// Called once if it waits longer than a second for that process, with a sentence that names it.
    package var report: (@Sendable (String) -> Void)?

    /// The defaults.
    package init() {}

    /// The defaults, apart from the settings of a store.
    init(_ options: PostgreSQLOptions) {
      lockTimeout = options.migrationLockTimeout
      attempts = options.migrationAttempts
      timeout = options.migrationTimeout
    }
  }

  extension ServerMigrator {
    /// Runs `body` while this process alone migrates the schema. Other schemas, such as those of other tenants, can be migrated meanwhile.
    ///
    /// It asks for the lock again and again: a process that waits in a statement has a snapshot, and `CREATE INDEX CONCURRENTLY` would wait
    /// for that. Source: PostgreSQL 15, "CREATE INDEX", Building Indexes Concurrently.
    func locked<Result>(_ body: () throws -> Result) throws -> Result {
      try lock()
      defer { try? session.run("SELECT pg_advisory_unlock(\(key))") }
      return try body()
    }

    /// The same as ``locked(_:)``, if it is needed, also after another process has had the lock for some time.
    /// - Returns: `nil` if it isn't needed.
    func locked<Result>(if isNeeded: () throws -> Bool, _ body: () throws -> Result) throws -> Result? {
      guard try isNeeded(), try lock(if: isNeeded) else { return nil }
      defer { try? session.run("SELECT pg_advisory_unlock(\(key))") }
      return try body()
    }

    /// Takes the lock.
    /// - Parameter isNeeded: whether it still is, which is asked while another process has it.
    /// - Returns: whether it was taken.
    @discardableResult
    private func lock(if isNeeded: () throws -> Bool = { true }) throws -> Bool {
      // A limit of the role for the statements of the program doesn't apply to migrations.
      try session.run("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
      try setLockTimeout()
      let start = ContinuousClock.now
      var isReported = false
      while try session.rows("SELECT pg_try_advisory_lock(\(key))").first?.first != "t" {
        try Task.checkCancellation()
        guard try isNeeded() else { return false }
        let waited = ContinuousClock.now - start
        if let timeout = waiting.timeout, waited > timeout {
          throw PostgreSQLMigrationError.busy(database: place, process: try holder())
        }
        if !isReported, waited > .seconds(1), let report = waiting.report {
          isReported = true
          report("waiting for \(try holder()), which is migrating '\(place)'")
        }
        pause(microseconds: 100_000)
      }
      return true
    }

    /// The process that holds the lock: `process 4711 of the server ('tasks' at 10.0.0.7, connected since 08:15:00 UTC)`.
    private func holder() throws -> String {
      let row = try session.rows(
        """
        SELECT a.pid, a.application_name, coalesce(host(a.client_addr), 'the server itself'),
          to_char(a.backend_start AT TIME ZONE 'UTC', 'HH24:MI:SS')
        FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
        WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
          AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND l.classid::bigint = (\(key) >> 32) & 4294967295 AND l.objid::bigint = \(key) & 4294967295
        """
      ).first?.map { $0 ?? "" }
      guard let row else { return "another process" }
      return "process \(row[0]) of the server ('\(row[1])' at \(row[2]), connected since \(row[3]) UTC)"
    }

    /// Limits how long the statements of the session wait for locks.
    /// - Parameter isLimited: `false` for statements that wait without making others wait.
    func setLockTimeout(isLimited: Bool = true) throws {
      try session.run("SET lock_timeout = \(isLimited ? max(1, waiting.lockTimeout.milliseconds) : 0)")
    }

    /// Tries something again, after a while, if another transaction holds a lock. Nothing was changed then.
    /// - Parameter body: gets the number of the attempt, from 1 on.
    /// - Throws: ``LockNotGranted`` after the last attempt, as the reason of `MigrationError` if `body` throws one.
    func attempting<Result>(_ body: (_ attempt: Int) throws -> Result) throws -> Result {
      var attempt = 1
      while true {
        // The last error names the process that holds the lock.
        let watch = attempt >= waiting.attempts ? LockHolderWatch(session) : nil
        do {
          defer { _ = watch?.end() }
          return try body(attempt)
        } catch  where Self.isLocked(error) {
          guard attempt < waiting.attempts else { throw Self.exhausted(error, attempt, watch?.end()) }
          try Task.checkCancellation()
          let longest = min(2_000_000, 100_000 << min(attempt, 8))
          pause(microseconds: .random(in: longest / 2...longest))
          attempt += 1
        }
      }
    }

    /// Whether something failed because of another transaction: a lock timeout, a deadlock or a serialization failure.
    static func isLocked(_ error: any Error) -> Bool {
      ["55P03", "40P01", "40001"].contains((reason(of: error) as? PostgreSQLError)?.code)
    }

    private static func reason(of error: any Error) -> any Error {
      switch error {
      case MigrationError.statementFailed(_, _, _, let reason), MigrationError.stepFailed(_, let reason): reason
      default: error
      }
    }

    private static func exhausted(_ error: any Error, _ attempts: Int, _ holder: String?) -> any Error {
      guard let reason = reason(of: error) as? PostgreSQLError else { return error }
      let failure = LockNotGranted(attempts: attempts, holder: holder, reason: reason)
      return switch error {
      case MigrationError.statementFailed(let name, let line, let sql, _):
        MigrationError.statementFailed(name: name, line: line, sql: sql, reason: failure)
      case MigrationError.stepFailed(let name, _): MigrationError.stepFailed(name: name, reason: failure)
      default: failure
      }
    }

    /// Takes the locks of a transaction: those of the statements that it begins with, otherwise those of the tables that its pre-checks are
    /// about.
    ///
    /// Every second attempt takes them in the opposite order. A program that uses the same tables in one order then meets a migration that
    /// waits for it and holds nothing that it needs.
    func takeLocks(_ locks: [MigrationScript.Statement], of script: MigrationScript, attempt: Int) throws {
      try run(attempt % 2 == 1 ? locks : locks.reversed(), of: script)
      guard locks.isEmpty else { return }
      let checks = script.prechecks.filter(Self.isCountedAgain)
      let names = Set(checks.map { String($0.subject.prefix { $0 != "." }) }).sorted()
      for name in attempt % 2 == 1 ? names : names.reversed() {
        let table = qualified(PostgreSQLNames.short(name))
        let kind = try session.rows("SELECT relkind FROM pg_class WHERE oid = to_regclass($1)", [table]).first?.first
        guard kind == "r" || kind == "p" else { continue }
        let lock = MigrationScript.Statement(sql: "LOCK TABLE \(table)", line: checks[0].line)
        try run([lock], of: script)
      }
    }

    /// Whether a pre-check is run again under the locks, because a program can commit such rows after the first count. Those about new
    /// checks, keys and `NOT NULL` aren't: the server refuses such rows itself. Those about long locks only count all rows of a table.
    static func isCountedAgain(_ check: MigrationScript.Precheck) -> Bool {
      switch MigrationFindingCode(rawValue: check.code) {
      case .newCheck, .newUnique, .newRequired, .tableRewrite, .longLock: false
      default: true
      }
    }
  }
#endif
