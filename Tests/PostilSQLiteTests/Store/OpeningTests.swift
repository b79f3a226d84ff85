import CSQLite
import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite struct OpeningTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  @Test func aFileIsInWriteAheadLogModeAndDurableWithForeignKeysOn() throws {
    let store = try file.open()
    // Before 3.44 an untrusted schema could use neither JSON nor FTS5.
    let trust = sqlite3_libversion_number() < 3_044_000 ? "1" : "0"
    try store.write { db in
      let settings = try ["journal_mode", "synchronous", "foreign_keys", "trusted_schema", "busy_timeout"].map {
        try db.pragma($0)
      }
      #expect(settings == ["wal", "2", "1", trust, "5000"])
    }
    try store.read { db in
      let settings = try ["journal_mode", "synchronous", "foreign_keys", "trusted_schema", "query_only"].map {
        try db.pragma($0)
      }
      #expect(settings == ["wal", "2", "1", trust, "1"])
    }
  }

  @Test func theOptionsAreWhatTheConnectionsHave() throws {
    let store = try file.open(
      SQLiteOptions(durability: .normal, busyTimeout: .milliseconds(250), pageCacheInKibibytes: 4_096))
    try store.write { db in
      let settings = try ["synchronous", "busy_timeout", "cache_size"].map { try db.pragma($0) }
      #expect(settings == ["1", "250", "-4096"])
    }
  }

  @Test func aMisspelledColumnInDoubleQuotesIsAnErrorAndNoText() throws {
    #expect(throws: DatabaseError.self) {
      try file.open().read { db in try db.value(#"SELECT "titel" FROM "item""#, as: String.self) }
    }
  }

  @Test func aPathInMemoryOpensOneDatabaseForReadsAndWrites() throws {
    let store = try SQLiteStore(path: ":memory:", schema: TasksSchema.self)
    try store.write { db in try db.insertProject("Home") }
    #expect(try store.read { db in try db.projectNames() } == ["Home"])
    #expect(try SQLiteStore.inMemory(schema: TasksSchema.self).read { db in try db.projectNames() } == [])
  }

  @Test func aStoreIsClosedOnceAndRefusesEverythingAfterwards() throws {
    let store = try file.open()
    try store.write { db in try db.insertProject("Home") }
    #expect(try store.read { db in try db.countProjects() } == 1)
    #expect(throws: TransactionMisuse.closeInsideTransaction) { try store.write { _ in try store.close() } }
    #expect(throws: TransactionMisuse.closeInsideTransaction) { try store.read { _ in try store.close() } }
    try store.close()
    try store.close()
    #expect(throws: TransactionMisuse.closed) { try store.read { db in try db.countProjects() } }
    #expect(throws: TransactionMisuse.closed) { try store.write { db in try db.insertProject("Work") } }
    // The last connection has brought the log into the file.
    #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
  }

  @Test func aStoreThatNobodyHoldsIsClosed() throws {
    do {
      let store = try file.open()
      try store.write { db in try db.insertProject("Home") }
      #expect(try store.read { db in try db.countProjects() } == 1)
      #expect(FileManager.default.fileExists(atPath: file.path + "-wal"))
    }
    #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
  }

  @Test func aReadOnlyStoreReadsAndRefusesToWrite() throws {
    #expect(throws: DatabaseError.self) { try file.open(SQLiteOptions(isReadOnly: true)) }
    #expect(!FileManager.default.fileExists(atPath: file.path))
    try file.open().write { db in try db.insertProject("Home") }
    let store = try file.open(SQLiteOptions(isReadOnly: true))
    #expect(try store.read { db in try db.projectNames() } == ["Home"])
    #expect(throws: TransactionMisuse.readOnlyStore) { try store.write { db in try db.insertProject("Work") } }
  }

  @Test(arguments: [
    ("", "an empty path would open a temporary database; for a database in memory, call 'inMemory(schema:)'"),
    (
      "file:a.db?mode=memory",
      "'file:a.db?mode=memory' is a URI, whose parameters could open another database; pass the path alone, as "
        + "'./file:a.db?mode=memory' if it is the name of a file, and use 'inMemory(named:schema:)', 'isReadOnly', "
        + "'isImmutable' or 'vfs' instead of parameters"
    ),
  ])
  func aPathThatIsNoFileIsRefused(_ path: String, _ message: String) throws {
    for options in [SQLiteOptions(), SQLiteOptions(isReadOnly: true), SQLiteOptions(isImmutable: true)] {
      let error = try error { try SQLiteStore(path: path, schema: TasksSchema.self, options: options) }
      #expect(error.code == SQLITE_CANTOPEN)
      #expect(error.message == message)
    }
    let store = try file.open()
    #expect(try error { try store.backup(to: path) }.message == message)
    #expect(try error { try store.vacuum(into: path) }.message == message)
  }

  @Test func aFileNamedLikeAURIIsOpenedByItsPath() throws {
    let path = file.folder.path + "/file:a.db?mode=memory"
    let store = try SQLiteStore(path: path, schema: TasksSchema.self)
    try store.write { db in try db.insertProject("Home") }
    try store.close()
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func theLargestOptionsAreLimitsAndNotTraps() throws {
    var options = SQLiteOptions(
      maximumConnections: .max, waitTimeout: .seconds(Int64.max), maximumWaiting: .max, cachedStatements: .max,
      pageCacheInKibibytes: .max, lookasideSlots: 10)
    options.logSizeLimitInKibibytes = .max
    options.busyTimeout = .seconds(Int64.max)
    let store = try file.open(options)
    let settings = try store.read { db in
      try ["cache_size", "journal_size_limit", "busy_timeout"].map { try db.pragma($0) }
    }
    #expect(settings == ["\(-Int64(Int32.max))", "\(Int64.max / 1024 * 1024)", "\(Int32.max)"])
    #expect(try store.write(timeout: .seconds(Int64.max)) { db in try db.insertProject("Home") } == 1)
    #expect(try store.read(timeout: .seconds(Int64.max)) { db in try db.projectNames() } == ["Home"])
  }

  @Test func whatCannotBeOpenedSaysWhy() throws {
    let missing = file.folder.appendingPathComponent("no/such/folder/tasks.sqlite").path
    #expect(try error { try SQLiteStore(path: missing, schema: TasksSchema.self) }.code == SQLITE_CANTOPEN)
    #expect(try error { try SQLiteStore(path: missing, schema: TasksSchema.self) }.description.contains(missing))
    #expect(try error { try SQLiteStore(path: file.folder.path, schema: TasksSchema.self) }.code == SQLITE_CANTOPEN)

    try Data("Dear diary, today I wrote no database. \(String(repeating: "x", count: 2_000))".utf8)
      .write(to: URL(fileURLWithPath: file.path))
    let noDatabase = try error { try file.open() }
    #expect(noDatabase.code == SQLITE_NOTADB)
    #expect(noDatabase.description.contains("'\(file.path)' is not an SQLite database, or is encrypted"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)).starts(with: Data("Dear diary".utf8)))
  }

  @Test func aFileThatAnotherProcessKeepsLockedIsAnErrorAfterTheTimeout() throws {
    let other = try RawDatabase(path: file.path)
    try other.execute("BEGIN EXCLUSIVE; CREATE TABLE foreign_table (n)")
    let locked = try error { try file.open(SQLiteOptions(busyTimeout: .milliseconds(20))) }
    #expect(locked.code == SQLITE_BUSY)
    #expect(locked.description.contains("another process"))
    try other.execute("ROLLBACK")
  }

  @Test func aWriteWaitsForAnotherProcessAndGivesUpAfterTheTimeout() throws {
    let store = try file.open(SQLiteOptions(busyTimeout: .milliseconds(20)))
    let other = try file.open()
    try other.write { _ in
      let locked = try error { try store.write { db in try db.insertProject("Home") } }
      #expect(locked.code == SQLITE_BUSY)
      #expect(try store.read { db in try db.countProjects() } == 0)
    }
    try store.write { db in try db.insertProject("Home") }
    #expect(try other.read { db in try db.projectNames() } == ["Home"])
  }

  @Test func manyStoresOpeningANewFileAtOnceAllGetTheSchema() async throws {
    for round in 0..<10 {
      let path = file.folder.appendingPathComponent("new-\(round).sqlite").path
      let ids = try await withThrowingTaskGroup(of: Int64.self) { group in
        for number in 0..<8 {
          group.addTask {
            let store = try SQLiteStore(path: path, schema: TasksSchema.self)
            return try await store.write { db in try db.insertProject("project \(number)") }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(ids.sorted() == Array(1...8))
    }
  }

  /// The database error that `body` throws.
  private func error<Result>(_ body: () throws -> Result) throws -> DatabaseError {
    try #require(throws: DatabaseError.self) { try body() }
  }
}

extension ReadTransaction {
  /// A setting of the connection, as text.
  fileprivate func pragma(_ name: String) throws -> String? {
    try value("SELECT CAST(\(name == "busy_timeout" ? "timeout" : name) AS TEXT) FROM pragma_\(name)")
  }
}
