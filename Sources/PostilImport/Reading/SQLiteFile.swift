import CSQLite

/// A database that is only read, or one in memory for testing statements.
final class SQLiteFile {
  private let handle: OpaquePointer
  private let path: String

  /// Opens an existing file for reading.
  /// - Throws: ``ImportError``
  convenience init(path: String) throws {
    try self.init(path: path, flags: SQLITE_OPEN_READONLY)
    _ = try rows("SELECT count(*) FROM sqlite_schema")
  }

  /// Creates an empty database in memory.
  /// - Throws: ``ImportError``
  convenience init() throws { try self.init(path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) }

  private init(path: String, flags: Int32) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
      sqlite3_close_v2(opened)
      throw ImportError("cannot open '\(path)': \(message)")
    }
    handle = opened
    self.path = path
    postil_add_decimal_collation(handle)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Registers a collation that compares bytes, so that statements that name it can be executed.
  func addCollation(_ name: String) {
    sqlite3_create_collation_v2(
      handle, name, SQLITE_UTF8, nil,
      { _, leftCount, left, rightCount, right in
        let left = UnsafeRawBufferPointer(start: left, count: Int(leftCount))
        let right = UnsafeRawBufferPointer(start: right, count: Int(rightCount))
        return left.lexicographicallyPrecedes(right) ? -1 : left.elementsEqual(right) ? 0 : 1
      }, nil)
  }

  /// Runs every statement of a script.
  /// - Throws: ``ImportError``
  func execute(_ script: String) throws {
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  /// Runs a query with texts bound to its parameters.
  /// - Returns: each row as texts, `nil` for `NULL`.
  /// - Throws: ``ImportError``
  func rows(_ sql: String, _ values: [String] = []) throws -> [[String?]] {
    let statement = try prepared(sql)
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() {
      postil_bind_text_copy(statement, Int32(index + 1), value, sqlite3_uint64(value.utf8.count))
    }
    var rows: [[String?]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append(
          (0..<sqlite3_column_count(statement)).map { column in
            sqlite3_column_text(statement, column).map { String(cString: $0) }
          })
      case SQLITE_DONE: return rows
      default: throw failure()
      }
    }
  }

  /// Runs a query and passes each row to the body, until it returns `false`.
  /// - Throws: ``ImportError``
  func forEachRow(_ sql: String, _ body: (_ statement: OpaquePointer) -> Bool) throws {
    guard let statement = try prepared(sql) else { return }
    defer { sqlite3_finalize(statement) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: if !body(statement) { return }
      case SQLITE_DONE: return
      default: throw failure()
      }
    }
  }

  /// The declared type of the column that each result of a query comes from directly, `nil` for other results.
  /// - Throws: ``ImportError``
  func declaredTypes(of sql: String) throws -> [String?] {
    let statement = try prepared(sql)
    defer { sqlite3_finalize(statement) }
    return (0..<sqlite3_column_count(statement)).map { index in
      sqlite3_column_decltype(statement, index).map { String(cString: $0) }
    }
  }

  private func prepared(_ sql: String) throws -> OpaquePointer? {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure() }
    return statement
  }

  private func failure() -> ImportError {
    ImportError("cannot read '\(path)': \(String(cString: sqlite3_errmsg(handle)))")
  }
}

/// Why a database can't be imported.
package struct ImportError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
