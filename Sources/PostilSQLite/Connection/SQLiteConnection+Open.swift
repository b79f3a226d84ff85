import CSQLite
import PostilQuery

extension SQLiteConnection {
  /// Opens the file without SQLite's own mutexes, because the pool gives a connection to one thread at a time.
  /// - Parameter file: the file that the store has open already, which must still exist; `nil` creates a missing file.
  static func open(_ path: String, _ file: DatabaseFile?, options: SQLiteOptions) throws -> OpaquePointer {
    try checkPath(path)
    if options.isImmutable {
      // SQLite's log is beside the file, not beside a link to it.
      let target = try SymbolicLinks.following(path)
      if let log = ["-wal", "-journal"].map({ target + $0 }).first(where: DatabaseFile.hasContent) {
        throw DatabaseError(
          unusablePath:
            "'\(path)' can't be opened with 'isImmutable', because '\(log)' may contain changes that it lacks; "
            + "open and close it once without 'isImmutable'")
      }
    }
    // Before it is opened: SQLite would read another file together with the log of this one.
    try file?.check(name: path)
    try SQLiteVersionError.check(isNamedMemory: options.vfs == SQLiteOptions.memoryVFS)
    guard sqlite3_threadsafe() != 0 else {
      throw DatabaseError(
        code: SQLITE_MISUSE, extendedCode: SQLITE_MISUSE,
        message: "this libsqlite3 was built without thread safety (SQLITE_THREADSAFE=0)")
    }
    var handle: OpaquePointer?
    let creation = file == nil ? SQLITE_OPEN_CREATE : 0
    var flags = options.isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | creation
    if options.isImmutable { flags |= SQLITE_OPEN_URI }
    flags |= options.fileProtection?.flag ?? 0
    let name = file?.path ?? path
    let code = sqlite3_open_v2(
      options.isImmutable ? immutableURI(name) : name, &handle, flags | SQLITE_OPEN_NOMUTEX, options.vfs)
    guard code == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      throw DatabaseError(opening: path, code: handle.map { sqlite3_extended_errcode($0) } ?? code, handle: handle)
    }
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, options.busyTimeoutInMilliseconds)
    return handle
  }

  /// Refuses a path that SQLite would take for something else than a file.
  static func checkPath(_ path: String) throws {
    if path.isEmpty {
      throw DatabaseError(
        unusablePath:
          "an empty path would open a temporary database; for a database in memory, call 'inMemory(schema:)'")
    }
    if path.hasPrefix("file:") {
      throw DatabaseError(
        unusablePath: "'\(path)' is a URI, whose parameters could open another database; pass the path alone, "
          + "as './\(path)' if it is the name of a file, and use 'inMemory(named:schema:)', 'isReadOnly', "
          + "'isImmutable' or 'vfs' instead of parameters")
    }
    if path.utf8.contains(0) { throw DatabaseError(unusablePath: "a path can't contain the character NUL") }
  }

  /// Source: SQLite, "Uniform Resource Identifiers".
  private static func immutableURI(_ path: String) -> String {
    let escaped = path.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      guard scalar.value <= 0x20 || scalar.value >= 0x7F || "%?#".unicodeScalars.contains(scalar) else {
        return String(scalar)
      }
      return (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16)
    }
    return (path.hasPrefix("/") ? "file://" : "file:") + escaped.joined() + "?immutable=1"
  }

  /// The settings of every connection.
  static func configure(_ handle: OpaquePointer, path: String, options: SQLiteOptions) throws {
    // A misspelled "column" is an error rather than a text.
    postil_set_flag(handle, SQLITE_DBCONFIG_DQS_DML, 0)
    postil_set_flag(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
    postil_set_flag(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, trustsSchema && !options.isUntrusted ? 1 : 0)
    postil_set_flag(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1)
    let code = QueryFunctions.add(to: handle)
    guard code == SQLITE_OK else { throw DatabaseError(opening: path, code: code, handle: handle) }
    var settings = "PRAGMA cache_size = -\(Int32(clamping: max(options.pageCacheInKibibytes, 64)));"
    // In bytes, which may need more bits than an `Int`.
    let logSize = options.logSizeLimitInKibibytes.map { min(Int64(max($0, 0)), Int64.max / 1024) * 1024 }
    settings += "PRAGMA journal_size_limit = \(logSize ?? -1);"
    if options.isUntrusted {
      postil_set_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
      settings += "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;"
    }
    switch options.durability {
    case .full:
      // On Apple's systems fsync alone leaves data in the drive's cache; elsewhere this changes nothing.
      settings += "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;"
    case .normal:
      settings += "PRAGMA synchronous = NORMAL;"
    }
    try run(settings, on: handle, path: path, isUntrusted: options.isUntrusted)
  }

  /// Whether the checks and triggers of a file may call functions that SQLite doesn't declare safe. Since 3.44, FTS5 and the JSON
  /// functions are safe; before, an untrusted schema could use neither. An untrusted file can then call SQLite's own functions and
  /// modules, and those that the program adds.
  /// Source: SQLite, "Release History", 3.44.0, and "Defense Against The Dark Arts".
  private static var trustsSchema: Bool { sqlite3_libversion_number() < 3_044_000 }

  /// Prepares a statement of the connection's own.
  static func prepare(
    _ sql: String, on handle: OpaquePointer, path: String, isUntrusted: Bool = false
  ) throws -> OpaquePointer {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else {
      throw DatabaseError(opening: path, code: code, handle: handle, isUntrusted: isUntrusted)
    }
    return statement
  }

  /// Runs statements of the connection itself and ignores their rows.
  static func run(_ sql: String, on handle: OpaquePointer, path: String, isUntrusted: Bool = false) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else {
      throw DatabaseError(opening: path, code: code, handle: handle, isUntrusted: isUntrusted)
    }
  }

  /// Runs statements of the connection's own, which may begin and end transactions.
  package func run(_ sql: String) throws {
    observer.allowsTransactionControl = true
    schemaGeneration &+= 1
    defer { observer.allowsTransactionControl = false }
    try Self.run(sql, on: handle, path: path, isUntrusted: options.isUntrusted)
  }

  /// The first column of each row, as text.
  package func texts(_ sql: String) throws -> [String] { try rows(sql).map { $0.first ?? "" } }

  /// Every row of a query of the connection's own, each column as text, `NULL` as an empty one.
  package func rows(_ sql: String, _ values: String...) throws -> [[String]] {
    try nullableRows(sql, values).map { $0.map { $0 ?? "" } }
  }

  /// Every row of a query of the connection's own, each column as text, `NULL` as `nil`.
  package func nullableRows(_ sql: String, _ values: [String] = []) throws -> [[String?]] {
    let statement = try Self.prepare(sql, on: handle, path: path, isUntrusted: options.isUntrusted)
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() {
      postil_bind_text_copy(statement, Int32(index + 1), value, UInt64(value.utf8.count))
    }
    var rows: [[String?]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append(
          (0..<sqlite3_column_count(statement)).map { column in
            Self.text(statement, column)
          })
        if sqlite3_errcode(handle) == SQLITE_NOMEM { throw DatabaseError.outOfMemory(sql) }
      case SQLITE_DONE: return rows
      case let code:
        let error = DatabaseError(opening: path, code: code, handle: handle, isUntrusted: options.isUntrusted)
        noteRollback(reason: error.message)
        throw error
      }
    }
  }

  /// A column of a row as text, embedded NULs included; `nil` for `NULL`.
  static func text(_ statement: OpaquePointer, _ column: Int32) -> String? {
    guard let text = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }
}
