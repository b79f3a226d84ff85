import CSQLite

/// An SQLite database in memory, to check statements with.
package final class ScratchDatabase {
  /// SQLite's error about a statement.
  package struct Failure: Error {
    /// SQLite's message, unchanged.
    var message: String
    /// The offset in the statement's UTF-8 bytes, if SQLite returns one.
    var offset: Int?
  }

  private let handle: OpaquePointer

  /// - Throws: ``Failure`` if SQLite can't open a database in memory.
  init() throws(Failure) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw Failure(message: String(cString: sqlite3_errstr(code)))
    }
    handle = opened
    // The collation that every connection has.
    postil_add_decimal_collation(handle)
    // A default is evaluated once to check its value. It must not fill the memory.
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 10_000_000)
    // The collation of decimal columns, which the runtime provides.
    addCollation("decimal")
  }

  deinit { sqlite3_close_v2(handle) }

  /// Adds a collation that compares bytes, so that statements with its name can be prepared.
  func addCollation(_ name: String) {
    sqlite3_create_collation_v2(
      handle, name, SQLITE_UTF8, nil,
      { _, leftCount, left, rightCount, right in
        let left = UnsafeRawBufferPointer(start: left, count: Int(leftCount))
        let right = UnsafeRawBufferPointer(start: right, count: Int(rightCount))
        return left.lexicographicallyPrecedes(right) ? -1 : left.elementsEqual(right) ? 0 : 1
      }, nil)
  }

  /// Prepares one statement without running it.
  func prepare(_ sql: String) throws(Failure) { sqlite3_finalize(try prepared(sql)) }

  /// Runs one statement to its end.
  /// - Returns: the text of one column of each row, `nil` for `NULL`.
  @discardableResult
  package func run(_ sql: String, column: Int32 = 0) throws(Failure) -> [String?] {
    let statement = try prepared(sql)
    defer { sqlite3_finalize(statement) }
    var rows: [String?] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: rows.append(sqlite3_column_text(statement, column).map { String(cString: $0) })
      case SQLITE_DONE: return rows
      default: throw failure()
      }
    }
  }

  /// Runs a query with texts bound to its parameters.
  /// - Returns: each row as texts, `nil` for `NULL`.
  func rows(_ sql: String, _ values: [String] = []) throws(Failure) -> [[String?]] {
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

  /// Reads text in double quotes always as a name, never as a string.
  /// Source: SQLite, "Quirks, Caveats, and Gotchas", section 8.
  package func refuseTextInDoubleQuotes() {
    for flag in [SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_DQS_DML] { _ = postil_set_flag(handle, flag, 0) }
  }

  /// A column of what a statement returns.
  struct ResultColumn {
    var name: String
    /// The declared type of the column from which it directly comes, or `nil` for an expression.
    var declaredType: String?
  }

  /// The columns that a statement returns. The statement isn't run.
  func results(of sql: String) throws(Failure) -> [ResultColumn] {
    let statement = try prepared(sql)
    defer { sqlite3_finalize(statement) }
    return (0..<sqlite3_column_count(statement)).map { index in
      ResultColumn(
        name: sqlite3_column_name(statement, index).map { String(cString: $0) } ?? "",
        declaredType: sqlite3_column_decltype(statement, index).map { String(cString: $0) })
    }
  }

  /// Which columns of the first row of a query are `NULL`; empty if there is no row.
  func firstRow(of sql: String) throws(Failure) -> [Bool] {
    let statement = try prepared(sql)
    defer { sqlite3_finalize(statement) }
    // A query that doesn't end must not block the build.
    sqlite3_progress_handler(handle, 10_000_000, { _ in 1 }, nil)
    defer { sqlite3_progress_handler(handle, 0, nil, nil) }
    guard sqlite3_step(statement) == SQLITE_ROW else { return [] }
    return (0..<sqlite3_column_count(statement)).map { sqlite3_column_type(statement, $0) == SQLITE_NULL }
  }

  /// Runs statements inside a savepoint that is rolled back in any case.
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
