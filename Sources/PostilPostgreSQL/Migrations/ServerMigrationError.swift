#if PostgreSQL
  /// Migrations can't be applied to a PostgreSQL database, for a reason that only a server has. `MigrationError` has the others.
  public enum PostgreSQLMigrationError: Error, Sendable, CustomStringConvertible {
    /// The program has no migrations for PostgreSQL.
    case noFiles
    /// The schema has tables, and no record of migrations. `database` is the name of the database and that of the schema: `tasks.public`.
    case notRecorded(database: String)
    /// The transaction of a migration was committed, and a statement after it failed. Applying the migrations again continues with that
    /// statement.
    case incomplete(name: String, line: Int, sql: String, reason: any Error)
    /// A step for SQLite comes after a migration for PostgreSQL.
    case step(name: String, after: String)
    /// A statement that has to run after the transaction is followed by one that has to run in it.
    case notLast(name: String, line: Int, sql: String)
    /// Another process migrates the schema, and didn't finish in the time that this one waits. `database` names the database and the
    /// schema.
    case busy(database: String, process: String)
    /// A migration that waits until every instance of the program runs the new version is followed by others.
    case waits(name: String)
    /// The last migration, which is to be undone, was interrupted after its transaction.
    case undoOfIncomplete(name: String)

    /// The migration, the reason, and what to do.
    public var description: String {
      switch self {
      case .noFiles:
        "the migrations contain no file for PostgreSQL; write the first one with 'postil migrate new create PATH --dialect postgresql'"
      case .notRecorded(let database):
        "'\(database)' has tables, but no table 'postil_migration', so nothing was changed; if they are those of the migrations, "
          + "record them with 'postil migrate apply URL PATH --adopt'; otherwise use another database or schema"
      case .incomplete(let name, let line, let sql, let reason):
        "the transaction of '\(name)' is committed, but a statement after it failed, at line \(line): \(reason)"
          + (reason is PostgreSQLError || reason is LockNotGranted ? "" : ", in: \(sql)")
          + "; correct the cause and apply the migrations again, which continues with this statement; or take the migration back: "
          + "'postil migrate repair URL PATH --take-back'"
      case .step(let name, let after):
        "nothing was applied: the step '\(name)' comes after '\(after)', a migration for PostgreSQL, but was added with 'step(_:after:_:)', "
          + "whose steps are for SQLite; pass a 'PostgreSQLMigrationStep' to 'steps:' of the store"
      case .notLast(let name, let line, let sql):
        "'\(name)' was not applied: the statement at line \(line) has to run in the migration's transaction, but follows one that "
          + "runs after it ('CONCURRENTLY' or 'VALIDATE CONSTRAINT'); move it before that one, or to a migration of its own: \(sql)"
      case .busy(let database, let process):
        "nothing was applied: \(process) is migrating '\(database)'; try again when it has finished"
      case .waits(let name):
        "the migrations after '\(name)' can't be applied before it, and it waits until every instance of the program runs the version "
          + "that it is for; then run 'postil migrate apply URL PATH --contract'"
      case .undoOfIncomplete(let name):
        "'\(name)' can't be undone, because it was interrupted after its transaction; complete it first: 'postil migrate repair URL PATH'; or "
          + "take it back: 'postil migrate repair URL PATH --take-back'"
      }
    }
  }
#endif
