import CSQLite
import PostilQuery

extension SQLiteConnection {
  /// Applies what the database has not been migrated with, then checks it against the program's schema.
  /// - Parameter ddl: the program's schema; `nil` where it is not known.
  /// - Returns: what was applied.
  /// - Throws: ``MigrationError``, ``SchemaMismatch``, ``DatabaseError``
  func migrate(_ plan: MigrationPlan, ddl: String?) throws -> [MigrationOutcome] {
    let migrator = Migrator(connection: self, plan: plan, ddl: ddl)
    if options.isReadOnly {
      let pending = try migrator.pendingNames()
      guard pending.isEmpty else { throw MigrationError.pending(path: path, names: pending) }
      if let ddl { try check(against: ddl) }
      return []
    }
    try checkWritable()
    let hasWork = try migrator.check()
    if !isInMemory { try useWriteAheadLog() }
    let outcomes = hasWork ? try waitingForOthers(migrator.run) : []
    if let ddl { try check(against: ddl) }
    return outcomes
  }

  /// Runs `body` with the time to wait that migrations have: another process may be the one that applies them.
  private func waitingForOthers<Result>(_ body: () throws -> Result) throws -> Result {
    let timeout = max(options.migrationTimeout, options.busyTimeout)
    sqlite3_busy_timeout(handle, SQLiteOptions.milliseconds(timeout))
    defer {
      sqlite3_busy_timeout(handle, options.busyTimeoutInMilliseconds)
      forgetStatements()
    }
    return try body()
  }
}
