import GRDB
import GRDBSQLite
import Postil

/// A statement of GRDB that runs once or several times. GRDB's cursor prepares observations, and ends them with the last row.
final class StatementRun: DatabaseCursor {
  typealias Element = Void

  let _statement: Statement
  var _isDone = false
  /// Which row is read; a copy of an earlier one is no longer valid.
  private(set) var position: UInt64 = 0
  private let session: BridgeSession

  init(_ statement: Statement, in session: BridgeSession) {
    _statement = statement
    self.session = session
  }

  var handle: OpaquePointer { _statement.sqliteStatement }

  func _element(sqliteStatement: OpaquePointer) throws {}

  /// The same statement, with the values that `bind` binds.
  func bound(_ bind: (inout GRDBBinder) throws -> Void) throws -> StatementRun {
    reset()
    var binder = GRDBBinder(handle)
    try bind(&binder)
    if let failure = binder.failure { throw failure }
    let expected = Int(sqlite3_bind_parameter_count(handle))
    guard binder.count == expected else {
      throw TransactionMisuse.parameterCount(sql: _statement.sql, expected: expected, bound: Int(binder.count))
    }
    return self
  }

  /// Makes the statement ready for the next run. Its error was thrown by the last step.
  private func reset() {
    position += 1
    _isDone = false
    sqlite3_reset(handle)
  }

  /// Moves to the next row. Returns whether there is one.
  private func step() throws -> Bool {
    position += 1
    return try session.converting(_statement.sql) { try next() != nil }
  }

  func first<Result>(_ read: (inout GRDBRow) throws -> Result) throws -> Result? {
    defer { reset() }
    guard try step() else { return nil }
    var row = GRDBRow(self)
    let result = try read(&row)
    // A statement that writes may still fail when it ends, and GRDB notifies its observers then.
    if !_statement.isReadonly { while try step() {} }
    return result
  }

  func forEach(_ body: (inout GRDBRow) throws -> Void) throws {
    defer { reset() }
    while try step() {
      var row = GRDBRow(self)
      try body(&row)
    }
  }

  /// Reads each row and passes it on: after the end of a statement that writes, because no savepoint can be opened before.
  func forEach<Value>(_ read: (inout GRDBRow) throws -> Value, _ body: (consuming Value) throws -> Void) throws {
    var returned: [Value] = []
    let isReadonly = _statement.isReadonly
    try forEach { row in
      let value = try read(&row)
      if isReadonly { try body(value) } else { returned.append(value) }
    }
    for value in returned { try body(value) }
  }

  /// Runs the statement to its end and returns the number of rows that it changed.
  func changes() throws -> Int {
    defer { reset() }
    let before = session.database.totalChangesCount
    while try step() {}
    return session.database.totalChangesCount == before ? 0 : session.database.changesCount
  }
}
