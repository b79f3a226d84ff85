import CSQLite
import PostilQuery

/// An SQLite database with the schema of a program: one writer and several readers of snapshots.
///
/// ```swift
/// let store = try SQLiteStore(path: "tasks.sqlite", schema: TasksSchema.self)
/// try await store.write { db in … }   // committed on return, rolled back on throw
/// try await store.read { db in … }    // a snapshot, never blocked by the writer
/// ```
///
/// A file is opened in write-ahead-log mode, with foreign keys enforced and, unless the options say otherwise, each commit
/// on disk before `write` returns. Source: SQLite, "Write-Ahead Logging".
public final class SQLiteStore: Sendable {
  /// The file, or `:memory:`.
  public let path: String
  let writers: ConnectionPool
  /// The same pool as `writers` if the database is in memory.
  let readers: ConnectionPool
  let connections: StoreConnections
  let timer = DeadlineTimer()
  let options: SQLiteOptions
  /// `nil` if nothing is reported.
  let reporter: StatementReporter?
  /// The migrations that were applied when the store was opened, in order; empty if nothing had to be done.
  public let migrationOutcomes: [MigrationOutcome]
  let observers = ObserverRegistry()
  /// Opens a new connection that reads.
  let openReader: @Sendable () throws -> SQLiteConnection

  /// Opens a file. A new or empty file gets the schema; any other file is checked against it.
  /// - Parameters:
  ///   - path: the file; its folder must exist. `:memory:` opens a database in memory.
  ///   - schema: the generated schema of the program, `TasksSchema.self`.
  ///   - options: the settings that differ from the defaults.
  /// - Throws: ``SchemaMismatch`` if the file has another schema; nothing is changed. ``DatabaseError`` if it can't be
  ///   opened, isn't a database, or stays locked by another process.
  public convenience init(
    path: String, schema: any DatabaseSchema.Type, options: SQLiteOptions = SQLiteOptions()
  ) throws {
    try self.init(path: path, schema: schema, applying: nil, options: options)
  }

  /// Opens a file and applies the migrations that it is missing, all in one transaction if that is possible. A new or empty file gets
  /// all of them. Then the file is checked against the schema.
  ///
  /// Before anything is changed, the migrations are checked to result in the schema. Before the first migration, a new or empty file gets
  /// the schema. Several processes may open a file at once:
  /// one migrates it, and the others wait.
  /// - Parameters:
  ///   - path: the file; its folder must exist. `:memory:` opens a database in memory.
  ///   - schema: the generated schema of the program, `TasksSchema.self`.
  ///   - migrations: those of the target's folder `Migrations`, `TasksSchema.migrations`.
  ///   - options: the settings that differ from the defaults. A read-only store migrates nothing.
  /// - Throws: ``MigrationError`` if a migration can't be applied, or the file isn't in the state that the migrations expect;
  ///   ``SchemaMismatch`` if the file has another schema after them. ``DatabaseError`` if it can't be opened, isn't a database,
  ///   or stays locked by another process.
  public convenience init(
    path: String, schema: any DatabaseSchema.Type, migrations: SchemaMigrations,
    options: SQLiteOptions = SQLiteOptions()
  ) throws {
    try self.init(path: path, schema: schema, applying: migrations, options: options)
  }

  private init(
    path: String, schema: any DatabaseSchema.Type, applying migrations: SchemaMigrations?, options: SQLiteOptions
  ) throws {
    let sequence = try migrations.map { try MigrationSequence($0) }
    var options = options
    if options.isImmutable { options.isReadOnly = true }
    let tables = Dictionary(schema.tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let arityChecks = schema.arityChecks
    let reporter = options.reports.map { StatementReporter($0) }
    let open: @Sendable () throws -> SQLiteConnection = { [options] in
      try SQLiteConnection(
        path: path, options: options, tables: tables, arityChecks: arityChecks, reporter: reporter)
    }
    let first = try open()
    try first.checkUntrusted(against: schema.ddl)
    if let sequence, !sequence.entries.isEmpty {
      migrationOutcomes = try first.migrate(sequence, ddl: schema.ddl)
    } else {
      try first.prepareDatabase(ddl: schema.ddl)
      migrationOutcomes = []
    }
    let file = first.openFile
    first.file = file
    try first.untraced { try first.noteSchema() }
    _ = first.refreshAccesses()
    let writer = ConnectionSlot(connection: first, open: open)
    self.path = first.isInMemory && options.vfs != SQLiteOptions.memoryVFS ? ":memory:" : path
    self.options = options
    self.reporter = reporter
    writers = ConnectionPool(slots: [writer], limits: options.poolLimits, timer: timer)
    let openReader: @Sendable () throws -> SQLiteConnection = { [options] in
      let reader = try SQLiteConnection(
        path: path, options: options, tables: tables, arityChecks: arityChecks, reporter: reporter, file: file)
      try reader.run("PRAGMA query_only = ON")
      return reader
    }
    self.openReader = openReader
    guard !first.isInMemory else {
      readers = writers
      connections = StoreConnections(writers: writers, readers: writers)
      return
    }
    let readerCount = min(max(options.maximumConnections, 1), SQLiteOptions.connectionLimit)
    let slots = (0..<readerCount).map { _ in ConnectionSlot(connection: nil, open: openReader) }
    readers = ConnectionPool(slots: slots, limits: options.poolLimits, timer: timer)
    connections = StoreConnections(writers: writers, readers: readers)
  }

  /// Opens a new database in memory with the schema. It has one connection: reads and writes run one at a time, each on
  /// the state that the last one left, and a long read holds up a write.
  /// - Throws: ``DatabaseError`` when SQLite refuses the schema.
  public static func inMemory(
    schema: any DatabaseSchema.Type, options: SQLiteOptions = SQLiteOptions()
  ) throws -> SQLiteStore {
    try SQLiteStore(path: ":memory:", schema: schema, options: options)
  }

  /// Opens a new database in memory and applies the migrations to it.
  /// - Throws: ``MigrationError``; ``SchemaMismatch`` when they lead to another schema; ``DatabaseError``.
  public static func inMemory(
    schema: any DatabaseSchema.Type, migrations: SchemaMigrations, options: SQLiteOptions = SQLiteOptions()
  ) throws -> SQLiteStore {
    try SQLiteStore(path: ":memory:", schema: schema, migrations: migrations, options: options)
  }

  deinit {
    guard !connections.process.isCopy else { return }
    observers.close()
    connections.closeAfterRelease()
  }

  /// The slot whose block the calling thread runs, `nil` if it runs none of this store.
  func currentSlot() -> ConnectionSlot? {
    let thread = postil_current_thread()
    return writers.slot(ownedBy: thread) ?? readers.slot(ownedBy: thread)
  }
}
