import CSQLite
import PostilQuery

// How a started statement is bound, stepped, read and finished. All of it is inlinable, so that a program's own code is
// specialised from the value that it binds to the C call that takes it.

extension SQLiteConnection {
  /// Runs a started statement and reads its first row, `nil` if it has none.
  @inlinable
  func fetchFirst<Result>(
    _ statement: SQLiteStatement, bind: (inout _SQLiteBinder) throws -> Void,
    read: (inout _SQLiteRow) throws -> Result
  ) throws -> Result? {
    let result: Result?
    do {
      try self.bind(statement, bind)
      if try step(statement) {
        var row = _SQLiteRow(statement)
        result = try read(&row)
      } else {
        result = nil
      }
    } catch {
      statement.finish()
      throw error
    }
    // A statement that writes and returns rows may still fail when it ends.
    let code = statement.finish()
    if code != SQLITE_OK { throw self.error(code, statement: statement) }
    return result
  }

  /// Runs a started statement and passes its rows to `body`, one at a time.
  @inlinable
  func forEachRow(
    _ statement: SQLiteStatement, bind: (inout _SQLiteBinder) throws -> Void,
    _ body: (inout _SQLiteRow) throws -> Void
  ) throws {
    let outer = surroundings
    if statement.storage.pointee.isReadOnly { surround(with: statement) }
    defer {
      surroundings = outer
      statement.finish()
    }
    try self.bind(statement, bind)
    while try step(statement) {
      var row = _SQLiteRow(statement)
      try body(&row)
    }
  }

  /// Runs a started statement, reads its rows, and passes what was read to `body`, one row at a time.
  ///
  /// The rows of a statement that writes are collected first. SQLite makes the whole change before it returns the first row, but opens no
  /// savepoint until the statement has ended, and `body` may need one. Source: SQLite, "RETURNING", and `OP_Savepoint` in `vdbe.c`.
  @inlinable
  func forEachRow<Value>(
    _ statement: SQLiteStatement, bind: (inout _SQLiteBinder) throws -> Void, read: (inout _SQLiteRow) throws -> Value,
    _ body: (consuming Value) throws -> Void
  ) throws {
    let isReadOnly = statement.storage.pointee.isReadOnly
    var returned: [Value] = []
    try forEachRow(statement, bind: bind) { row in
      let value = try read(&row)
      if isReadOnly { try body(value) } else { returned.append(value) }
    }
    for value in returned { try body(value) }
  }

  /// Runs a started statement to its end and returns the number of rows that it changed.
  @inlinable
  func execute(_ statement: SQLiteStatement, bind: (inout _SQLiteBinder) throws -> Void) throws -> Int {
    defer { statement.finish() }
    try self.bind(statement, bind)
    return try run(statement)
  }

  @inlinable
  func bind(_ statement: SQLiteStatement, _ bind: (inout _SQLiteBinder) throws -> Void) throws {
    var binder = _SQLiteBinder(statement)
    try bind(&binder)
    try statement.check(binder)
  }

  /// Moves to the next row. Returns whether there is one.
  @inlinable
  func step(_ statement: SQLiteStatement) throws -> Bool {
    let code = sqlite3_step(statement.handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw error(code, statement: statement)
  }

  /// Runs a bound statement to its end and returns the number of rows that it changed.
  @inlinable
  func run(_ statement: SQLiteStatement) throws -> Int {
    while try step(statement) {}
    return statement.storage.pointee.countsChanges ? Int(truncatingIfNeeded: sqlite3_changes64(handle)) : 0
  }

  /// Adds a rendered statement's values to the error that it throws; they stay out of the error's description.
  @inlinable
  func reporting<Result>(_ statement: _RenderedStatement, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError where error.sql == statement.sql && error.bindings.isEmpty {
      throw DatabaseError(
        code: error.code, extendedCode: error.extendedCode, message: error.message, sql: error.sql,
        bindings: hasSecrets(statement.sql) ? [] : statement.bindings)
    }
  }

  /// Whether a statement's values aren't shown, because it may contain secrets.
  @usableFromInline
  func hasSecrets(_ sql: String) -> Bool { secretColumns.areIn(sql) }

  @usableFromInline
  func nothingInserted(_ statement: FixedStatement) -> any Error {
    DatabaseError(
      code: SQLITE_MISMATCH, extendedCode: SQLITE_MISMATCH, message: "the statement inserted no row, or several",
      sql: statement.description)
  }
}
