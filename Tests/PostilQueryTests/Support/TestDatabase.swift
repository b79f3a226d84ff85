import CSQLite
import PostilQuery

/// An in-memory database over libsqlite3, so that what the query core renders is run by SQLite itself.
final class TestDatabase {
  let handle: OpaquePointer
  /// How many statements were run.
  private(set) var statementCount = 0

  init(_ ddl: String = "") throws {
    var handle: OpaquePointer?
    guard sqlite3_open(":memory:", &handle) == SQLITE_OK, let handle else { throw TestFailure("cannot open") }
    self.handle = handle
    postil_add_decimal_collation(handle)
    try run("PRAGMA foreign_keys = ON;" + ddl)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Adds a function of the runtime, which returns `NULL` here, so that statements that call it can be prepared.
  func addFunction(_ name: String) {
    sqlite3_create_function_v2(
      handle, name, -1, SQLITE_UTF8, nil, { call, _, _ in sqlite3_result_null(call) }, nil, nil, nil)
  }

  /// Runs statements that have no values.
  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  /// The rows of a statement as text, the columns between `|`.
  func rows(_ statement: _RenderedStatement) throws -> [String] {
    var rows: [String] = []
    try step(statement.sql, statement.bindings) { row in
      rows.append((0..<sqlite3_column_count(row)).map { Self.text(row, $0) }.joined(separator: "|"))
    }
    return rows
  }

  /// The rows of a statement without values.
  func rows(_ sql: String) throws -> [String] { try rows(_RenderedStatement(sql: sql)) }

  /// SQLite's plan for a statement, a line for each step.
  func plan(_ statement: _RenderedStatement) throws -> String {
    var lines: [String] = []
    try step("EXPLAIN QUERY PLAN " + statement.sql, statement.bindings) { lines.append(Self.text($0, 3)) }
    return lines.joined(separator: "\n")
  }

  /// Runs a statement, and `body` for each row.
  func step(_ sql: String, _ bindings: [BoundValue], _ body: (OpaquePointer) throws -> Void) throws {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else { throw failure(sql) }
    defer { sqlite3_finalize(statement) }
    guard sqlite3_bind_parameter_count(statement) == bindings.count else {
      throw TestFailure("\(bindings.count) values for \(sqlite3_bind_parameter_count(statement)) parameters: \(sql)")
    }
    for (index, binding) in bindings.enumerated() { try bind(binding, to: statement, at: Int32(index + 1)) }
    statementCount += 1
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try body(statement)
      case SQLITE_DONE: return
      default: throw failure(sql)
      }
    }
  }

  private func bind(_ binding: BoundValue, to statement: OpaquePointer, at index: Int32) throws {
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    let code: Int32
    switch binding {
    case .null: code = sqlite3_bind_null(statement, index)
    case .integer(let value): code = sqlite3_bind_int64(statement, index, value)
    case .real(let value): code = sqlite3_bind_double(statement, index, value)
    case .text(let value):
      code = sqlite3_bind_text(statement, index, value, Int32(value.utf8.count), transient)
    case .blob(let value): code = sqlite3_bind_blob(statement, index, value, Int32(value.count), transient)
    case .unstorable(let error): throw error
    }
    guard code == SQLITE_OK else { throw failure("a binding") }
  }

  private static func text(_ statement: OpaquePointer, _ column: Int32) -> String {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: return "NULL"
    case SQLITE_BLOB: return "a blob of \(sqlite3_column_bytes(statement, column))"
    default: return sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
    }
  }

  private func failure(_ sql: String) -> DatabaseError {
    DatabaseError(
      code: sqlite3_errcode(handle), extendedCode: sqlite3_extended_errcode(handle),
      message: String(cString: sqlite3_errmsg(handle)), sql: sql)
  }
}

/// What went wrong in the test's own code.
struct TestFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
