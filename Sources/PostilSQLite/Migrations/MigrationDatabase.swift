import CSQLite
import PostilCatalog
import PostilQuery

/// A database that migrations are applied to, or that is looked at, without the models of a program: what the tool works on.
package final class MigrationDatabase {
  private let connection: SQLiteConnection
  private let plan: MigrationPlan

  /// Opens a file; it is made where it is not there and may be written.
  /// - Parameters:
  ///   - path: the file, or `:memory:`.
  ///   - migrations: the files, and where they are known the steps between them.
  ///   - isReadOnly: whether nothing may be changed.
  ///   - stepsAreKnown: whether `migrations` has every step; where not, steps that the database notes are no finding.
  ///   - busyTimeout: how long to wait for another process that writes.
  ///   - trace: is handed each statement when it starts.
  /// - Throws: ``MigrationError`` for files that cannot be read or have no order; ``DatabaseError``.
  package init(
    path: String, migrations: SQLiteMigrations, isReadOnly: Bool = false, stepsAreKnown: Bool = false,
    busyTimeout: Duration = .seconds(5), trace: (@Sendable (String) -> Void)? = nil
  ) throws {
    plan = try MigrationPlan(migrations, knowsSteps: stepsAreKnown)
    let options = SQLiteOptions(
      busyTimeout: busyTimeout, isReadOnly: isReadOnly, trace: trace, migrationTimeout: busyTimeout)
    connection = try SQLiteConnection(
      path: path, flags: isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
      options: options, tables: [:])
  }

  deinit { connection.close() }

  /// Closes the file.
  package func close() { connection.close() }

  /// The names of the migrations in the order in which they are applied.
  package var order: [String] { plan.entries.map(\.name) }

  /// Where the database stands. Nothing is changed.
  /// - Parameter ddl: the models' schema, where it is known.
  package func status(ddl: String?) throws -> MigrationStatus {
    let state = try connection.migrationState()
    let migrator = Migrator(connection: connection, plan: plan, ddl: ddl)
    var standing = MigrationStanding(plan, records: state.records ?? [], path: connection.path)
    var problems = standing.problems
    var adoptable: String?
    if migrator.needsBaseline(state) {
      do {
        let baseline = try MigrationBaseline(plan, objects: state.objects, path: connection.path)
        adoptable = baseline.last.name
        standing = migrator.standing(behind: baseline)
      } catch let error as MigrationError {
        problems.append(error)
      }
    }
    let isKnown = problems.isEmpty || problems.allSatisfy { if case .outOfOrder = $0 { true } else { false } }
    return MigrationStatus(
      isNew: state.isNew, hasLedger: state.records != nil, applied: state.records ?? [],
      pending: standing.pending.map(\.entry.name), adoptable: adoptable, problems: problems,
      drift: isKnown ? try migrator.drift(standing, state) : [],
      modelDrift: try isKnown && standing.pending.isEmpty
        ? ddl.map { try migrator.differences(of: state.objects, from: $0) } ?? [] : [])
  }

  /// Applies what the database has not been migrated with.
  /// - Parameter ddl: the models' schema: nothing is changed where the migrations do not lead there.
  /// - Returns: what was applied, in order.
  /// - Throws: ``MigrationError``, ``SchemaMismatch``, ``DatabaseError``
  package func apply(ddl: String?) throws -> [MigrationOutcome] { try connection.migrate(plan, ddl: ddl) }

  /// The name of the step in Swift that comes next, where only the program can run it.
  package func stepInTheWay() throws -> String? {
    try Migrator(connection: connection, plan: plan, ddl: nil).stepInTheWay()?.name
  }

  /// Records the step that comes next as applied, without running it. For copies only: what the step does is missing afterwards.
  package func skipStep() throws { try Migrator(connection: connection, plan: plan, ddl: nil).skipStep() }

  /// A database in memory with the schema and the migrations of this one, and without its other rows.
  package func copyWithoutRows() throws -> MigrationDatabase {
    MigrationDatabase(
      connection: try connection.copyOfSchema(noting: try connection.migrationState().records), plan: plan)
  }

  private init(connection: SQLiteConnection, plan: MigrationPlan) {
    self.connection = connection
    self.plan = plan
  }

  /// The script with which `sqlite3 -bail` would do what ``apply(ddl:)`` does, with the checks that can be said in SQL. Nothing is
  /// changed, and the database is not even locked: the statements are found out on a copy of its schema in memory.
  package func dryRun(ddl: String?) throws -> String {
    let state = try connection.migrationState()
    let migrator = Migrator(connection: connection, plan: plan, ddl: ddl)
    guard try migrator.check() else { return "" }
    let copy = try connection.copyOfSchema(noting: state.records)
    defer { copy.close() }
    let transcript = MigrationTranscript()
    transcript.begin("What 'postil migrate apply' would run.")
    _ = try Migrator(connection: copy, plan: plan, ddl: nil, transcript: transcript).run()
    return transcript.text
  }

  /// Undoes the last migration that was applied.
  /// - Parameters:
  ///   - name: the migration.
  ///   - sql: its `.down.sql`.
  /// - Throws: ``MigrationError/notLast(name:last:)`` where another one is the last; ``MigrationError`` as for applying.
  package func undo(_ name: String, sql: String) throws -> MigrationOutcome {
    try connection.checkWritable()
    return try Migrator(connection: connection, plan: plan, ddl: nil).undo(try Self.undoScript(name, sql))
  }

  /// The script with which `sqlite3 -bail` would undo the last migration that was applied. Nothing is changed.
  package func dryRunOfUndo(_ name: String, sql: String) throws -> String {
    let copy = try connection.copyOfSchema(noting: try connection.migrationState().records)
    defer { copy.close() }
    let transcript = MigrationTranscript()
    transcript.begin("What undoes the migration '\(name)'.")
    let migrator = Migrator(connection: copy, plan: plan, ddl: nil, transcript: transcript)
    _ = try migrator.undo(try Self.undoScript(name, sql))
    return transcript.text
  }

  /// What the database says of itself, without its table of migrations.
  package func catalog() throws -> DatabaseCatalog { try connection.catalog() }

  private static func undoScript(_ name: String, _ sql: String) throws -> MigrationScript {
    do {
      return try MigrationScript(undoing: name, text: sql)
    } catch {
      throw MigrationError.invalidFiles(problems: error.problems.map(\.description))
    }
  }
}
