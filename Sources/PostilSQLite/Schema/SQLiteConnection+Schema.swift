import CSQLite
import PostilEvolution
import PostilQuery
import PostilSQL

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

extension SQLiteConnection {
  /// Whether the database is in memory.
  var isInMemory: Bool {
    guard options.vfs != SQLiteOptions.memoryVFS, let file = sqlite3_db_filename(handle, "main") else { return true }
    return file.pointee == 0
  }

  /// The file that is open, with its write-ahead log; `nil` if the database is in memory.
  var openFile: DatabaseFile? {
    guard !isInMemory, let name = sqlite3_db_filename(handle, "main") else { return nil }
    return DatabaseFile(String(cString: name))
  }

  /// Creates the schema in a new or empty database; checks any other database against it, before anything is changed.
  ///
  /// Additional objects, such as an index that somebody added, are accepted, unless the options refuse those that affect the
  /// program's tables.
  /// - Throws: ``SchemaMismatch``, ``DatabaseError``
  func prepareDatabase(ddl: String) throws {
    if options.isReadOnly { return try check(against: ddl) }
    try checkWritable()
    if try !objects().isEmpty { try check(against: ddl) }
    if !isInMemory, !options.keepsJournalMode { try useWriteAheadLog() }
    if try objects().isEmpty { try create(ddl) }
  }

  /// Checks that the file can be written.
  package func checkWritable() throws {
    guard sqlite3_db_readonly(handle, "main") != 1 else {
      throw DatabaseError(
        code: SQLITE_READONLY, extendedCode: SQLITE_READONLY,
        message: "the file '\(path)' is write-protected; change its permissions, or open it with 'isReadOnly'")
    }
  }

  /// Executes the DDL in one transaction. If another process was faster, its schema is checked instead.
  private func create(_ ddl: String) throws {
    try run("BEGIN IMMEDIATE")
    do {
      if try objects().isEmpty {
        try run(ddl)
        try noteTriggers(of: objects())
      } else {
        try check(against: ddl)
      }
      try run("COMMIT")
    } catch {
      if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
      throw error
    }
  }

  /// Compares the schema with the result of the DDL in a database in memory.
  func check(against ddl: String) throws {
    let sample = try sample(of: ddl)
    defer { sample.close() }
    let (found, expected) = (try objects(), try sample.objects())
    let differences = SchemaObject.differences(found: found, expected: expected)
    if differences.contains(where: \.isHarmful) { throw SchemaMismatch(path: path, differences: differences) }
    checkNames = SchemaObject.checkNames(found: found, expected: expected)
    try noteTriggers(of: expected)
    try reportInterference(of: differences, beside: Set(expected.map(\.name.foldedName)))
  }

  /// A database in memory with a schema.
  func sample(of ddl: String) throws -> SQLiteConnection {
    let sample = try SQLiteConnection(path: ":memory:")
    if options.prepareConnection != nil { try sample.addStandIns(for: ddl) }
    try sample.run(ddl)
    return sample
  }

  /// All objects by name, except SQLite's own, the table of migrations, and the shadow tables of virtual tables.
  func objects() throws -> [SchemaObject] {
    try rows(
      """
      SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      AND lower(tbl_name) <> '\(MigrationLedger.table)'
      AND name NOT IN (SELECT name FROM temp.pragma_table_list WHERE schema = 'main' AND type = 'shadow') ORDER BY name
      """
    )
    .map { SchemaObject(kind: $0[0], name: $0[1], sql: $0[2]) }
  }

  /// Turns the write-ahead log on, a setting that is stored in the file. Another process that turns it on at the same time holds a
  /// lock for which SQLite doesn't wait. So this function waits, up to the busy timeout.
  func useWriteAheadLog() throws {
    let deadline = ContinuousClock.now + options.busyTimeout
    while true {
      do {
        let mode = try rows("PRAGMA journal_mode = WAL").first?.first ?? ""
        if mode == "wal" { return }
        throw DatabaseError(
          code: SQLITE_CANTOPEN, extendedCode: SQLITE_CANTOPEN,
          message: "the write-ahead log can't be used for '\(path)' (its journal mode remains '\(mode)'), "
            + "because its file system doesn't support shared memory")
      } catch let error as DatabaseError where error.code == SQLITE_BUSY && ContinuousClock.now < deadline {
        usleep(5_000)
      }
    }
  }
}
