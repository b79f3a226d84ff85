import BenchmarkHarness
import Foundation
import SystemSQLite

/// A connection to a database file, and no more than what every program over the C API ends up with.
final class Connection {
  let handle: OpaquePointer
  private var statements: [OpaquePointer] = []

  /// Opens a file, made where there is none, with the settings that all contenders share.
  init(_ path: String, waitsForDisk: Bool = true) throws {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK, let handle else {
      throw BenchmarkFailure("cannot open \(path)")
    }
    self.handle = handle
    try execute("PRAGMA journal_mode = WAL")
    try execute("PRAGMA synchronous = \(waitsForDisk ? "FULL" : "NORMAL")")
    try execute("PRAGMA foreign_keys = ON")
    try execute("PRAGMA cache_size = \(SharedSettings.cacheSize)")
  }

  deinit {
    for statement in statements { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Runs statements that take and return nothing.
  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  /// Compiles a statement that is kept as long as the connection.
  func prepare(_ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    guard
      sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK,
      let statement
    else { throw failure(sql) }
    statements.append(statement)
    return statement
  }

  /// The only integer of a query.
  func integer(_ sql: String) throws -> Int64 {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure(sql) }
    defer { sqlite3_finalize(statement) }
    guard sqlite3_step(statement) == SQLITE_ROW else { throw failure(sql) }
    return sqlite3_column_int64(statement, 0)
  }

  /// SQLite's message, as an error.
  func failure(_ what: String) -> BenchmarkFailure {
    BenchmarkFailure("\(String(cString: sqlite3_errmsg(handle))): \(what)")
  }
}

/// Tells SQLite to copy a text before the call returns.
let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

extension OpaquePointer {
  /// Steps a statement that returns no row, and makes it ready for the next values.
  @inline(__always)
  func run(on connection: Connection) throws {
    let code = sqlite3_step(self)
    sqlite3_reset(self)
    if code != SQLITE_DONE { throw connection.failure("a statement by hand") }
  }

  /// Steps a query to its end, `body` being called on each row, and makes it ready for the next values.
  @inline(__always)
  func forEachRow(on connection: Connection, _ body: () -> Void) throws {
    var code = sqlite3_step(self)
    while code == SQLITE_ROW {
      body()
      code = sqlite3_step(self)
    }
    sqlite3_reset(self)
    if code != SQLITE_DONE { throw connection.failure("a query by hand") }
  }

  @inline(__always)
  func bind(_ text: String, at index: Int32) {
    var text = text
    text.withUTF8 { bytes in
      _ = bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text(self, index, $0.baseAddress, Int32($0.count), transient)
      }
    }
  }

  @inline(__always)
  func bind(_ date: Date?, at index: Int32) {
    guard let date else {
      sqlite3_bind_null(self, index)
      return
    }
    TimestampText.withUTF8(of: date) {
      _ = sqlite3_bind_text(
        self, index, $0.assumingMemoryBound(to: CChar.self).baseAddress, Int32($0.count), transient)
    }
  }

  @inline(__always)
  func text(at index: Int32) -> String {
    guard let bytes = sqlite3_column_text(self, index) else { return "" }
    return String(
      decoding: UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(self, index))), as: UTF8.self)
  }
}
