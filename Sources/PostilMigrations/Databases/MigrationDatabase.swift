import PostilCatalog
import PostilEvolution
import PostilQuery
import PostilSQL
import PostilSchema
import PostilSQLite

/// A database whose migrations are applied or inspected without the program's models.
package final class MigrationDatabase {
  private let connection: SQLiteConnection
  private let sequence: MigrationSequence

  /// Opens a file. If it doesn't exist and can be written, it is created.
  /// - Parameters:
  ///   - path: the file, or `:memory:`.
  /// - migrations: the files, and the steps between them, if known.
  /// - isReadOnly: whether changes are forbidden.
  /// - stepsAreKnown: whether `migrations` contains every step. If not, other recorded steps are accepted.
  /// - busyTimeout: how long to wait for another process that is writing.
  ///   - trace: receives each statement when it starts.
  /// - Throws: `MigrationError` for files that can't be read or put in order; `DatabaseError`.
  package init(
    path: String, migrations: SchemaMigrations, isReadOnly: Bool = false, stepsAreKnown: Bool = false,
    busyTimeout: Duration = .seconds(5), trace: (@Sendable (String) -> Void)? = nil
  ) throws {
    sequence = try MigrationSequence(migrations, knowsSteps: stepsAreKnown)
    connection = try SQLiteConnection(
      path: path,
      options: SQLiteOptions(
        isReadOnly: isReadOnly, busyTimeout: busyTimeout, migrationTimeout: busyTimeout, trace: trace))
  }

  private init(connection: SQLiteConnection, sequence: MigrationSequence) {
    self.connection = connection
    self.sequence = sequence
  }

  deinit { connection.close() }

  /// Closes the file.
  package func close() { connection.close() }

  private func migrator(ddl: String? = nil) -> Migrator {
    Migrator(connection: connection, sequence: sequence, ddl: ddl)
  }

  /// The state of the migrations. Nothing is changed.
  /// - Parameter ddl: the schema of the models, if known.
  package func status(ddl: String?) throws -> MigrationStatus {
    let state = try connection.migrationState()
    let migrator = migrator(ddl: ddl)
    var position = MigrationPosition(sequence, records: state.records ?? [], path: connection.path)
    var problems = position.problems
    var adoptable: String?
    if migrator.needsBaseline(state) {
      do {
        let baseline = try MigrationBaseline(sequence, objects: state.objects, path: connection.path)
        adoptable = baseline.last.name
        position = migrator.position(after: baseline)
      } catch let error as MigrationError {
        problems.append(error)
      }
    }
    let isKnown = problems.allSatisfy { if case .outOfOrder = $0 { true } else { false } }
    return MigrationStatus(
      isNew: state.isNew, hasLedger: state.records != nil, applied: state.records ?? [],
      pending: position.pending.map(\.entry.name), adoptable: adoptable, problems: problems,
      drift: isKnown ? try migrator.drift(position, state) : [],
      modelDrift: try isKnown && position.pending.isEmpty
        ? ddl.map { try Migrator.differences(of: state.objects, from: $0) } ?? [] : [])
  }

  /// Applies the pending migrations.
  /// - Parameter ddl: the schema of the models. Nothing is changed if the migrations produce another schema.
  /// - Returns: the applied migrations, in order.
  /// - Throws: `MigrationError`, `SchemaMismatch`, `DatabaseError`
  package func apply(ddl: String?) throws -> [MigrationOutcome] { try connection.migrate(sequence, ddl: ddl) }

  /// The name of the next migration, if it is a step in Swift that only the program can run.
  package func stepInTheWay() throws -> String? { try migrator().nextDeclaredStep()?.name }

  /// Records the next step as applied without running it. Use this only on a copy, because the step's changes are missing.
  package func skipStep() throws {
    let migrator = migrator()
    _ = try migrator.inTransaction {
      guard let step = try migrator.nextDeclaredStep() else { return false }
      try migrator.write(MigrationLedger.ddl)
      try migrator.recordApplied(step, .swift, .zero)
      return true
    }
  }

  /// An in-memory database with this database's schema and migration records, but without its other rows.
  package func copyWithoutRows() throws -> MigrationDatabase {
    MigrationDatabase(
      connection: try connection.copyOfSchema(recording: try connection.migrationState().records), sequence: sequence)
  }

  /// A script with which `sqlite3 -bail` does the same as ``apply(ddl:)``, including all checks that SQL can express.
  /// The database is neither changed nor locked: the statements are recorded on an in-memory copy of its schema.
  package func dryRun(ddl: String?) throws -> String {
    guard try migrator(ddl: ddl).check() else { return "" }
    let copy = try connection.copyOfSchema(recording: try connection.migrationState().records)
    defer { copy.close() }
    let transcript = MigrationTranscript("The statements that 'postil migrate apply' would run.")
    _ = try Migrator(connection: copy, sequence: sequence, ddl: nil) { transcript.add($0) }.run()
    return transcript.text
  }

  /// Undoes the last applied migration.
  /// - Parameters:
  ///   - name: the migration.
  ///   - sql: its `.down.sql`.
  /// - Throws: `MigrationError.notLast(name:last:)` if it isn't the last one; the same errors as applying it.
  package func undo(_ name: String, sql: String) throws {
    try connection.checkWritable()
    try migrator().undo(try Self.undoScript(name, sql))
  }

  /// The tables and views, without the migration table.
  package func catalog() throws -> DatabaseCatalog { try connection.catalog() }

  private static func undoScript(_ name: String, _ sql: String) throws -> MigrationScript {
    do {
      return try MigrationScript(undoing: name, text: sql)
    } catch {
      throw MigrationError.invalidFiles(problems: error.problems.map(\.description))
    }
  }
}

extension Migrator {
  /// Runs the undo of the last applied migration.
  fileprivate func undo(_ script: MigrationScript) throws {
    record?(.comment("Undo of migration \(script.name)"))
    _ = try inTransaction(withoutForeignKeys: script.needsForeignKeysOff, script.name) {
      let last = try connection.migrationState().records?.last?.name
      guard last == script.name else { throw MigrationError.notLast(name: script.name, last: last) }
      let counts = try MigrationRun(
        script, on: connection, checksReferences: script.needsForeignKeysOff, record: record
      ).run()
      try write("DELETE FROM \"\(MigrationLedger.table)\" WHERE \"name\" = \(SQLText.literal(script.name))")
      return counts
    }
  }
}

extension SQLiteConnection {
  /// The tables and views, without the migration table.
  func catalog() throws -> DatabaseCatalog {
    var catalog = try DatabaseCatalog { sql, values in try self.nullableRows(sql, values) }
    catalog.tables.removeAll { $0.name.isSameName(as: MigrationLedger.table) }
    return catalog
  }

  /// An in-memory database with this database's schema, and only the rows that record migrations.
  fileprivate func copyOfSchema(recording records: [MigrationRecord]?) throws -> SQLiteConnection {
    let copy = try SQLiteConnection(path: ":memory:")
    do {
      // A table may have been altered under other rules, and a view may use objects that are created after it.
      try copy.run("PRAGMA legacy_alter_table = ON")
      let objects = try texts(
        """
        SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND name NOT IN (SELECT name FROM temp.pragma_table_list WHERE schema = 'main' AND type = 'shadow')
        ORDER BY type <> 'table', type = 'trigger', rowid
        """)
      for sql in objects {
        try copy.addStandIns(for: sql)
        try copy.runOnce(sql)
      }
      try copy.run("PRAGMA legacy_alter_table = OFF")
      if try !rows("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'").isEmpty { try copy.run("ANALYZE") }
      for record in records ?? [] {
        try copy.runOnce(
          MigrationLedger.insertion(
            name: record.name, checksum: record.checksum, milliseconds: Int64(record.milliseconds),
            kind: record.kind ?? .sql))
      }
    } catch {
      copy.close()
      throw error
    }
    return copy
  }
}
