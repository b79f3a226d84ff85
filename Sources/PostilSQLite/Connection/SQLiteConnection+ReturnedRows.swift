import CSQLite
import PostilQuery
import PostilSQL

extension SQLiteConnection {
  /// Runs a started statement that writes to its end, then passes copies of the rows that it returned to `body`, one at a time.
  ///
  /// While a statement that writes is running, SQLite opens no savepoint, which `body` may need. SQLite makes the whole change before
  /// it returns the first row, and keeps the rows until then, so the copies take as much memory again.
  /// Source: SQLite, "RETURNING", section 3, and `OP_Savepoint` in `vdbe.c`.
  @usableFromInline
  func forEachReturnedRow(
    _ statement: SQLiteStatement, bind: (inout _SQLiteBinder) throws -> Void,
    _ body: (inout _SQLiteRow) throws -> Void
  ) throws {
    var rows: [[OpaquePointer]] = []
    defer { for row in rows { for value in row { sqlite3_value_free(value) } } }
    let names = try {
      defer { statement.finish() }
      try self.bind(statement, bind)
      while try step(statement) { rows.append(try copyRow(of: statement)) }
      return (0..<sqlite3_column_count(statement.handle)).map { column in
        sqlite3_column_name(statement.handle, column).map { String(cString: $0) } ?? ""
      }
    }()
    if rows.isEmpty { return }
    let columns = names.enumerated().map { index, name in "?\(index + 1) AS \(SQLText.identifier(name))" }
    let copy = try prepare("SELECT " + columns.joined(separator: ", "))
    defer { copy.destroy() }
    for values in rows {
      for (index, value) in values.enumerated() { sqlite3_bind_value(copy.handle, Int32(index + 1), value) }
      let code = untraced { sqlite3_step(copy.handle) }
      guard code == SQLITE_ROW else { throw error(code, statement: copy) }
      var row = _SQLiteRow(copy)
      try body(&row)
      copy.reset()
    }
  }

  private func copyRow(of statement: SQLiteStatement) throws -> [OpaquePointer] {
    var values: [OpaquePointer] = []
    for column in 0..<sqlite3_column_count(statement.handle) {
      guard let value = sqlite3_value_dup(sqlite3_column_value(statement.handle, column)) else {
        for value in values { sqlite3_value_free(value) }
        throw DatabaseError.outOfMemory()
      }
      values.append(value)
    }
    return values
  }
}
