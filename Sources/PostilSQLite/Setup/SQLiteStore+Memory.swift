import CSQLite
import PostilQuery

extension SQLiteOptions {
  /// The virtual file system of named databases in memory. Source: SQLite, `src/memdb.c`.
  static let memoryVFS = "memdb"
}

extension SQLiteStore {
  /// Whether the database is in memory. It has one connection then: without a write-ahead log, a write excludes the reads.
  var isInMemory: Bool { readers === writers }

  /// Opens a database in memory that all stores of the process with this name share, until the last one is closed.
  ///
  /// Each store has one connection, like ``inMemory(schema:options:)``: its reads and writes run one at a time. A `write` of one store
  /// and the blocks of another one wait for each other, up to the busy timeout.
  /// - Throws: ``SchemaMismatch`` if the database exists and has another schema; ``DatabaseError``.
  public static func inMemory(
    named name: String, schema: any DatabaseSchema.Type, options: SQLiteOptions = SQLiteOptions()
  ) throws -> SQLiteStore {
    var options = options
    options.vfs = SQLiteOptions.memoryVFS
    return try SQLiteStore(path: "/" + name, schema: schema, options: options)
  }

  /// Frees memory that isn't in use: closes the connections of idle readers, which are opened again when they are needed, and empties
  /// the caches of the connection that writes, unless it is in use.
  public func releaseMemory() {
    closeIdleReaders()
    for slot in writers.takeIdle() {
      slot.currentConnection?.releaseMemory()
      writers.release(slot)
    }
  }

  /// Closes the connections of readers that aren't in use.
  func closeIdleReaders() {
    guard readers !== writers else { return }
    for slot in readers.takeIdle() {
      _ = slot.close(checkpoints: false)
      readers.release(slot)
    }
  }
}

extension SQLiteConnection {
  fileprivate func releaseMemory() {
    forgetStatements()
    sqlite3_db_release_memory(handle)
  }
}
