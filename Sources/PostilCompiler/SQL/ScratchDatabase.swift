import CSQLite

/// An in-memory SQLite database for trying statements, or an existing database that is only read.
package final class ScratchDatabase {
  /// The reason why SQLite rejects a statement.
  package struct Failure: Error {
    /// SQLite's message.
    package var message: String
    /// The offset of the error in the statement's UTF-8 bytes, if SQLite reports it.
    var offset: Int?
  }

  private let handle: OpaquePointer

  /// Creates a database in memory.
  /// - Throws: ``Failure`` if SQLite can't open it.
  package convenience init() throws(Failure) {
    try self.init(path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    // Defaults are evaluated to see their values; they must not exhaust the memory.
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 10_000_000)
  }

  /// Opens an existing file for reading.
  package convenience init(reading path: String) throws(Failure) {
    try self.init(path: path, flags: SQLITE_OPEN_READONLY)
  }

  private init(path: String, flags: Int32) throws(Failure) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
      sqlite3_close_v2(opened)
      throw Failure(message: message)
    }
    handle = opened
    // The collation and the functions of views that the runtime registers on every connection.
    postil_add_decimal_collation(handle)
    for name in ["postil_decimal_sum", "postil_decimal_average"] {
      sqlite3_create_window_function(
        handle, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nil,
        { call, _, values in
          guard let value = values?[0], sqlite3_value_type(value) != SQLITE_NULL else { return }
          sqlite3_aggregate_context(call, 1)?.storeBytes(of: 1, as: UInt8.self)
        }, Self.decimalResult, Self.decimalResult, { _, _, _ in }, nil)
    }
    addFunction("postil_context", arguments: 1)
  }

  deinit { sqlite3_close_v2(handle) }

  /// The text of a number; `NULL` for a group without values.
  private static let decimalResult: @convention(c) (OpaquePointer?) -> Void = { call in
    guard sqlite3_aggregate_context(call, 0) != nil else { return sqlite3_result_null(call) }
    postil_result_text_copy(call, "1", 1)
  }

  /// Whether SQLite reads the word as a keyword where it could be one.
  static func isKeyword(_ word: Substring) -> Bool { sqlite3_keyword_check(String(word), Int32(word.utf8.count)) != 0 }

  /// Registers a collation that compares bytes, so that statements with its name can be prepared.
  package func addCollation(_ name: String) {
    sqlite3_create_collation_v2(
      handle, name, SQLITE_UTF8, nil,
      { _, leftCount, left, rightCount, right in
        let left = UnsafeRawBufferPointer(start: left, count: Int(leftCount))
        let right = UnsafeRawBufferPointer(start: right, count: Int(rightCount))
        return left.lexicographicallyPrecedes(right) ? -1 : left.elementsEqual(right) ? 0 : 1
      }, nil)
  }

  /// Adds a function that returns `NULL`, by default with any number of arguments, so that statements that call it can be prepared.
  func addFunction(_ name: String, arguments: Int32 = -1) {
    sqlite3_create_function_v2(
      handle, name, arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nil,
      { call, _, _ in sqlite3_result_null(call) }, nil, nil, nil)
  }

  /// Prepares one statement without running it.
  func prepare(_ sql: String) throws(Failure) { sqlite3_finalize(try prepared(sql)) }

  /// Runs one statement to its end.
  /// - Returns: the text of one column of each row; `nil` for `NULL`.
  @discardableResult
  package func run(_ sql: String, column: Int32 = 0) throws(Failure) -> [String?] {
    var rows: [String?] = []
    try forEachRow(sql) { statement in
      rows.append(sqlite3_column_text(statement, column).map { String(cString: $0) })
      return true
    }
    return rows
  }

  /// Runs a query with text bound to its parameters.
  /// - Returns: the rows as text; `nil` for `NULL`.
  package func rows(_ sql: String, _ values: [String] = []) throws(Failure) -> [[String?]] {
    var rows: [[String?]] = []
    try forEachRow(sql, values) { statement in
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) }
        })
      return true
    }
    return rows
  }

  /// Runs a query with text bound to its parameters, and calls `body` for each row until it returns `false`.
  package func forEachRow(
    _ sql: String, _ values: [String] = [], _ body: (_ statement: OpaquePointer?) -> Bool
  ) throws(Failure) {
    let statement = try prepared(sql)
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() {
      postil_bind_text_copy(statement, Int32(index + 1), value, sqlite3_uint64(value.utf8.count))
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: if !body(statement) { return }
      case SQLITE_DONE: return
      default: throw failure()
      }
    }
  }

  /// Treats everything in double quotes as a name, never as a string. Source: SQLite, "Quirks, Caveats, and Gotchas", section 8.
  package func refuseTextInDoubleQuotes() {
    for flag in [SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_DQS_DML] { _ = postil_set_flag(handle, flag, 0) }
  }

  /// A result column of a statement.
  package struct ResultColumn {
    package var name: String
    /// The declared type of the table column that it comes from directly; `nil` for an expression.
    package var declaredType: String?
  }

  /// The result columns of a statement, which isn't run.
  package func results(of sql: String) throws(Failure) -> [ResultColumn] {
    let statement = try prepared(sql)
    defer { sqlite3_finalize(statement) }
    return (0..<sqlite3_column_count(statement)).map { index in
      ResultColumn(
        name: sqlite3_column_name(statement, index).map { String(cString: $0) } ?? "",
        declaredType: sqlite3_column_decltype(statement, index).map { String(cString: $0) })
    }
  }

  /// The storage classes of the values in a query's first rows: `INTEGER`, `REAL`, `TEXT`, `BLOB` or `NULL`.
  func storageClasses(of sql: String) throws(Failure) -> [[String]] {
    // A query that never ends must not block the build.
    sqlite3_progress_handler(handle, 10_000_000, { _ in 1 }, nil)
    defer { sqlite3_progress_handler(handle, 0, nil, nil) }
    let names = [SQLITE_INTEGER: "INTEGER", SQLITE_FLOAT: "REAL", SQLITE_TEXT: "TEXT", SQLITE_BLOB: "BLOB"]
    var rows: [[String]] = []
    try forEachRow(sql) { statement in
      rows.append((0..<sqlite3_column_count(statement)).map { names[sqlite3_column_type(statement, $0)] ?? "NULL" })
      return rows.count < 1000
    }
    return rows
  }

  /// Runs statements in a savepoint that is always rolled back.
  func rehearse(_ statements: [String]) throws(Failure) {
    try run("SAVEPOINT rehearsal")
    defer {
      _ = try? run("ROLLBACK TO rehearsal")
      _ = try? run("RELEASE rehearsal")
    }
    for statement in statements { try run(statement) }
  }

  private func prepared(_ sql: String) throws(Failure) -> OpaquePointer? {
    var statement: OpaquePointer?
    let code = sql.withCString { text in sqlite3_prepare_v2(handle, text, -1, &statement, nil) }
    guard code == SQLITE_OK else { throw failure() }
    return statement
  }

  private func failure() -> Failure {
    let offset = sqlite3_error_offset(handle)
    return Failure(message: String(cString: sqlite3_errmsg(handle)), offset: offset < 0 ? nil : Int(offset))
  }
}
