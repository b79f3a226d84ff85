#if PostgreSQL
  import CSQLite

  /// A new SQLite file that is filled in one transaction.
  final class FileWriter {
    private var handle: OpaquePointer?

    /// Creates the file.
    /// - Throws: ``UnwritableFile``
    init(creating path: String) throws {
      let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE, nil)
      guard code == SQLITE_OK else { throw failure() }
      // The collation that the runtime registers on every connection.
      postil_add_decimal_collation(handle)
      try run("PRAGMA foreign_keys = OFF")
      try run("BEGIN IMMEDIATE")
    }

    deinit { sqlite3_close_v2(handle) }

    func run(_ sql: String) throws {
      guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    /// The first column of each row as text.
    func texts(_ sql: String) throws -> [String] {
      var texts: [String] = []
      let statement = try prepare(sql)
      defer { sqlite3_finalize(statement) }
      while sqlite3_step(statement) == SQLITE_ROW {
        texts.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
      }
      return texts
    }

    func prepare(_ sql: String) throws -> OpaquePointer? {
      var statement: OpaquePointer?
      guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure() }
      return statement
    }

    /// Runs a prepared statement with the values that are bound to it.
    func step(_ statement: OpaquePointer?) throws {
      defer { sqlite3_reset(statement) }
      let code = sqlite3_step(statement)
      guard code == SQLITE_DONE || code == SQLITE_ROW else { throw failure() }
    }

    private func failure() -> UnwritableFile {
      UnwritableFile(reason: sqlite3_errmsg(handle).map { String(cString: $0) } ?? "out of memory")
    }
  }

  /// SQLite can't create or write the file.
  package struct UnwritableFile: Error {
    /// SQLite's message.
    package let reason: String
  }

  extension StoredValue {
    /// Binds the value to a parameter. The bytes must stay valid until the statement has run.
    func bind(to statement: OpaquePointer?, _ index: Int32) {
      switch self {
      case .null: sqlite3_bind_null(statement, index)
      case .integer(let value): sqlite3_bind_int64(statement, index, value)
      case .real(let value): sqlite3_bind_double(statement, index, value)
      case .text(let text): postil_bind_text_copy(statement, index, text.baseAddress, sqlite3_uint64(text.count))
      case .bytes(let bytes): postil_bind_blob_copy(statement, index, bytes.baseAddress, sqlite3_uint64(bytes.count))
      }
    }
  }
#endif
