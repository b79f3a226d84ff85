import CSQLite
import PostilQuery
import PostilSQL

// What migrations need of a connection: statements that run once, and settings.

extension SQLiteConnection {
  /// Runs one statement that neither begins nor ends a transaction, and ignores its rows.
  /// - Throws: ``ConstraintViolation``, ``DatabaseError``; ``TransactionMisuse`` if SQLite has rolled the open transaction back, because
  ///   the statement would be committed on its own.
  package func runOnce(_ sql: String) throws {
    if openSerial != 0, sqlite3_get_autocommit(handle) != 0 {
      throw TransactionMisuse.rolledBack(reason: rollbackReason)
    }
    let statement = try prepareOnce(sql)
    defer { sqlite3_finalize(statement) }
    // Reporting an error may prepare other statements, which changes the observer.
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
        code: SQLITE_ERROR, extendedCode: SQLITE_ERROR, message: "expected exactly one statement", sql: sql)
    }
    return statement
  }

  /// Runs a query that returns one number.
  /// - Throws: ``DatabaseError``; ``NoNumber`` if it returns anything else.
  func number(_ sql: String) throws -> Int {
    let statement = try prepareOnce(sql)
    defer { sqlite3_finalize(statement) }
    guard sqlite3_stmt_readonly(statement) != 0 else { throw NoNumber(reason: "changes the database") }
    guard sqlite3_column_count(statement) == 1 else {
      throw NoNumber(reason: "returns \(sqlite3_column_count(statement)) columns instead of one number")
    }
    let code = sqlite3_step(statement)
    guard code == SQLITE_ROW else {
      if code == SQLITE_DONE { throw NoNumber(reason: "returns no row instead of one number") }
      throw error(code, sql: sql)
    }
    guard sqlite3_column_type(statement, 0) == SQLITE_INTEGER else {
      throw NoNumber(reason: "doesn't return an integer; count the rows")
    }
    let number = Int(clamping: sqlite3_column_int64(statement, 0))
    guard sqlite3_step(statement) == SQLITE_DONE else {
      throw NoNumber(reason: "returns several rows instead of one number")
    }
    return number
  }

  /// Why a query doesn't return one number.
  struct NoNumber: Error {
    let reason: String
  }

  /// SQLite's message if it can't prepare a statement, which isn't run; `nil` if it can.
  /// - Throws: ``DatabaseError`` if the reason isn't the statement.
  func refusal(of sql: String) throws -> String? {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let code = sqlite3_prepare_v3(handle, sql, -1, 0, &statement, nil)
    switch code & 0xFF {
    case SQLITE_OK: return nil
    case SQLITE_ERROR: return String(cString: sqlite3_errmsg(handle))
    default: throw error(code, sql: sql)
    }
  }

  /// Turns the enforcement of foreign keys on or off.
  /// - Returns: whether it succeeded; inside a transaction, SQLite ignores the pragma. Source: SQLite, "PRAGMA foreign_keys".
  func setForeignKeys(_ areEnforced: Bool) throws -> Bool {
    try run("PRAGMA foreign_keys = \(areEnforced ? "ON" : "OFF")")
    return try rows("PRAGMA foreign_keys") == [[areEnforced ? "1" : "0"]]
  }

  /// Discards all prepared statements: after a migration, they may change other tables than before.
  func forgetStatements() {
    fixedStatements.destroy()
    renderedStatements.destroy()
    fixedStatements = FixedStatementTable()
    renderedStatements = RenderedStatementCache(capacity: max(options.cachedStatements, 1))
  }
}
