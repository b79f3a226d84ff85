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
      if let ddl { try check(against: ddl, behind: migrator) }
      return []
    }
    try checkWritable()
    let hasWork = try migrator.check()
    if !isInMemory { try useWriteAheadLog() }
    let outcomes = hasWork ? try waitingForOthers(migrator.run) : []
    // Before a step that only the program can run, the schema is that of the middle.
    if let ddl, try migrator.stepInTheWay() == nil { try check(against: ddl, behind: migrator) }
    return outcomes
  }

  /// Compares the schema with the program's. Where the migrations do not lead to that either, it is they that lack something,
  /// and not the database that somebody changed.
  private func check(against ddl: String, behind migrator: Migrator) throws {
    do {
      try check(against: ddl)
    } catch let mismatch as SchemaMismatch {
      try migrator.checkDestination()
      throw mismatch
    }
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
