import CSQLite
import PostilQuery

extension SQLiteSetup {
  /// Decrypts and encrypts the database with SQLCipher. Call this first, for each connection. A new file is encrypted from the
  /// beginning. The key isn't passed to ``SQLiteOptions/trace``.
  /// - Throws: ``EncryptionError`` if the key isn't that of the file, or if the linked library isn't SQLCipher; ``DatabaseError``
  public func unlock(with key: EncryptionKey) throws {
    try withoutTrace {
      let value = try key.pragmaValue
      // Every other library ignores the key.
      guard try hasRows("PRAGMA cipher_version") else { throw EncryptionError.unavailable }
      try execute("PRAGMA key = \(value)")
      do {
        // The file is read for the first time here.
        _ = try hasRows("SELECT 1 FROM sqlite_schema LIMIT 0")
      } catch let error as DatabaseError where error.code == SQLITE_NOTADB {
        throw EncryptionError.wrongKey(path: path)
      }
    }
  }

  fileprivate func changeKey(to key: EncryptionKey) throws {
    let value = try key.pragmaValue
    // The change is one transaction of a rollback journal. Leaving the write-ahead log fails if another connection uses the file.
    try execute("PRAGMA journal_mode = DELETE")
    try withoutTrace { try execute("PRAGMA rekey = \(value)") }
  }

  private func withoutTrace(_ body: () throws -> Void) rethrows {
    sqlite3_trace_v2(handle, 0, nil, nil)
    defer { watch?.install(on: handle) }
    try body()
  }

  private func hasRows(_ sql: String) throws(DatabaseError) -> Bool {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    var code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    if code == SQLITE_OK { code = sqlite3_step(statement) }
    guard code == SQLITE_ROW || code == SQLITE_DONE else {
      throw DatabaseError(opening: path, code: code, handle: handle)
    }
    return code == SQLITE_ROW
  }
}

extension SQLiteStore {
  /// Encrypts a file with another key. The file must not be open. It is written in one transaction, so it has one of the two keys
  /// if the program is killed meanwhile.
  /// - Throws: ``EncryptionError``; ``DatabaseError``, also if the file is open or doesn't exist. The key isn't changed then.
  public static func changeKey(path: String, from oldKey: EncryptionKey, to newKey: EncryptionKey) throws {
    let options = SQLiteOptions(prepareConnection: { db in
      try db.unlock(with: oldKey)
      try db.changeKey(to: newKey)
    })
    try SQLiteConnection(path: path, options: options, tables: [:], file: DatabaseFile(path)).close()
  }
}
