import CSQLite
import PostilQuery

extension SQLiteConnection {
  /// Applies the pending migrations, then checks the database against the program's schema.
  /// - Parameter ddl: the program's schema, if it is known.
  /// - Returns: the applied migrations.
  /// - Throws: ``MigrationError``, ``SchemaMismatch``, ``DatabaseError``
  package func migrate(_ sequence: MigrationSequence, ddl: String?) throws -> [MigrationOutcome] {
    let migrator = Migrator(connection: self, sequence: sequence, ddl: ddl)
    if options.isReadOnly {
      let pending = try migrator.pendingNames()
      guard pending.isEmpty else { throw MigrationError.pending(path: path, names: pending) }
      if let ddl { try check(against: ddl, after: migrator) }
      return []
    }
    try checkWritable()
    let hasWork = try migrator.check()
    if !isInMemory { try useWriteAheadLog() }
    let outcomes = hasWork ? try waitingForOthers(migrator.run) : []
    // Before a step that only the program can run, the database doesn't have the last schema.
    if let ddl, try migrator.nextDeclaredStep() == nil { try check(against: ddl, after: migrator) }
    return outcomes
  }

  /// Compares the schema with the program's. If they differ, the error shows whether a migration is missing or somebody changed the
  /// database.
  private func check(against ddl: String, after migrator: Migrator) throws {
    do {
      try check(against: ddl)
    } catch let mismatch as SchemaMismatch {
      try migrator.checkDestination()
      throw mismatch
    }
  }

  /// Runs `body` with the busy timeout of migrations, because another process may apply them.
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
