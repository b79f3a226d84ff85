import CSQLite
import PostilCatalog
import PostilQuery
import PostilSQL

// What the runtime of migrations asks of a connection: statements that are run once, and settings of the connection.

extension SQLiteConnection {
  /// Runs one statement that neither begins nor ends a transaction. Its rows are left.
  /// - Throws: ``ConstraintViolation``, ``DatabaseError``
  func runOnce(_ sql: String) throws {
    let statement = try prepareOnce(sql)
    defer { sqlite3_finalize(statement) }
    // Whatever fails may ask the observer's successor: the tables are kept until the statement is done.
    let changedTables = observer.changedTables
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: continue
      case SQLITE_DONE: return
      case let code: throw error(code, sql: sql, changing: changedTables)
      }
    }
  }

  private func prepareOnce(_ sql: String) throws -> OpaquePointer {
    observer.reset()
    var statement: OpaquePointer?
    let (code, isWhole) = sql.withCString { text in
      var rest: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(handle, text, -1, 0, &statement, &rest)
      return (code, rest.map { SQLLexer.tokens(of: String(cString: $0)).allSatisfy { $0.is(";") } } ?? true)
    }
    guard code == SQLITE_OK else { throw error(code, sql: sql) }
    guard let statement, isWhole else {
      sqlite3_finalize(statement)
      throw DatabaseError(
        code: SQLITE_ERROR, extendedCode: SQLITE_ERROR, message: "SQLite does not see one statement here", sql: sql)
    }
    return statement
  }

  /// The number that a query gives: one row of one column.
  /// - Throws: ``DatabaseError``; ``NoNumber`` where it gives something else.
  func number(_ sql: String) throws -> Int {
    let statement = try prepareOnce(sql)
    defer { sqlite3_finalize(statement) }
    guard sqlite3_stmt_readonly(statement) != 0 else { throw NoNumber(reason: "changes the database") }
    guard sqlite3_column_count(statement) == 1 else {
      throw NoNumber(reason: "gives \(sqlite3_column_count(statement)) columns, and one number is asked for")
    }
    let code = sqlite3_step(statement)
    guard code == SQLITE_ROW else {
      if code == SQLITE_DONE { throw NoNumber(reason: "gives no row, and one number is asked for") }
      throw error(code, sql: sql)
    }
    guard sqlite3_column_type(statement, 0) == SQLITE_INTEGER else {
      throw NoNumber(reason: "gives no whole number: count the rows")
    }
    let number = Int(sqlite3_column_int64(statement, 0))
    guard sqlite3_step(statement) == SQLITE_DONE else {
      throw NoNumber(reason: "gives several rows, and one number is asked for")
    }
    return number
  }

  /// What a query gives that is no number.
  struct NoNumber: Error {
    let reason: String
  }

  /// Every row of a query, each column as text, `nil` for `NULL`.
  func texts(_ sql: String, _ values: [String]) throws -> [[String?]] {
    let statement = try Self.prepare(sql, on: handle, path: path)
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
            sqlite3_column_text(statement, column).map { String(cString: $0) }
          })
      case SQLITE_DONE: return rows
      case let code: throw DatabaseError(opening: path, code: code, handle: handle)
      }
    }
  }

  /// What SQLite says against preparing a statement, which is not run; `nil` where it takes it.
  func refusal(of sql: String) -> String? {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let code = sqlite3_prepare_v3(handle, sql, -1, 0, &statement, nil)
    return code == SQLITE_OK ? nil : String(cString: sqlite3_errmsg(handle))
  }

  /// Has references enforced or not, and sees that SQLite took it: inside a transaction it does nothing and says nothing.
  /// Source: SQLite, "PRAGMA foreign_keys".
  /// - Returns: whether it is as it should be.
  func setForeignKeys(_ areEnforced: Bool) throws -> Bool {
    try run("PRAGMA foreign_keys = \(areEnforced ? "ON" : "OFF")")
    return try rows("PRAGMA foreign_keys") == [[areEnforced ? "1" : "0"]]
  }

  /// Forgets every prepared statement: what was prepared before a migration may change other tables behind it.
  func forgetStatements() {
    fixedStatements.destroy()
    renderedStatements.destroy()
    fixedStatements = FixedStatementTable()
    renderedStatements = RenderedStatementCache(capacity: max(options.cachedStatements, 1))
  }

  /// What the database says of itself, without its table of migrations.
  func catalog() throws -> DatabaseCatalog {
    var catalog = try DatabaseCatalog { sql, values in try self.texts(sql, values) }
    catalog.tables.removeAll { $0.name.isSameName(as: MigrationLedger.table) }
    return catalog
  }
}
