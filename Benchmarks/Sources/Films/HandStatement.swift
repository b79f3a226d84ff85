import BenchmarkHarness
import SystemSQLite

/// A statement that is prepared once and run many times, through SQLite's C API.
final class HandStatement {
  private let statement: OpaquePointer
  private let connection: HandConnection

  /// Prepares `sql`.
  init(_ sql: String, on connection: HandConnection) throws {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw connection.failure(sql) }
    self.statement = statement
    self.connection = connection
  }

  deinit { sqlite3_finalize(statement) }

  /// Runs the statement, and returns its rows.
  func fetchAll<each Column: FilmColumn>() throws -> [(repeat each Column)] {
    var rows: [(repeat each Column)] = []
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW {
      var index: Int32 = -1
      let row = (repeat next((each Column).self, &index))
      rows.append(row)
      code = sqlite3_step(statement)
    }
    sqlite3_reset(statement)
    guard code == SQLITE_DONE else { throw connection.failure(String(cString: sqlite3_sql(statement))) }
    return rows
  }

  @inline(__always)
  private func next<Column: FilmColumn>(_ type: Column.Type, _ index: inout Int32) -> Column {
    index += 1
    return Column(statement, at: index)
  }
}

/// A connection with the settings of Postil's stores.
final class HandConnection {
  let handle: OpaquePointer

  /// Opens an existing file.
  init(_ path: String) throws {
    var handle: OpaquePointer?
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK, let handle
    else { throw BenchmarkFailure("cannot open \(path)") }
    self.handle = handle
    guard sqlite3_exec(handle, "PRAGMA cache_size = \(SharedSettings.cacheSize)", nil, nil, nil) == SQLITE_OK else {
      throw failure("cache_size")
    }
  }

  deinit { sqlite3_close_v2(handle) }

  /// The plan of a statement: the text of each step, indented by its depth.
  func plan(of sql: String) throws -> String {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, "EXPLAIN QUERY PLAN " + sql, -1, &statement, nil) == SQLITE_OK, let statement
    else {
      throw failure(sql)
    }
    defer { sqlite3_finalize(statement) }
    var depths: [Int32: Int] = [0: 0]
    var lines: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      let depth = depths[sqlite3_column_int(statement, 1)] ?? 0
      depths[sqlite3_column_int(statement, 0)] = depth + 1
      lines.append(String(repeating: "  ", count: depth) + String(statement, at: 3))
    }
    return lines.joined(separator: "\n")
  }

  /// SQLite's message, as an error.
  func failure(_ what: String) -> BenchmarkFailure {
    BenchmarkFailure("\(String(cString: sqlite3_errmsg(handle))): \(what)")
  }
}

extension String: FilmColumn {
  init(_ statement: OpaquePointer, at index: Int32) {
    let bytes = UnsafeBufferPointer(
      start: sqlite3_column_text(statement, index), count: Int(sqlite3_column_bytes(statement, index)))
    self.init(decoding: bytes, as: UTF8.self)
  }

  var digestText: String { debugDescription }
}

extension Int: FilmColumn {
  init(_ statement: OpaquePointer, at index: Int32) { self.init(sqlite3_column_int64(statement, index)) }

  var digestText: String { description }
}

extension Optional: FilmColumn where Wrapped: FilmColumn {
  init(_ statement: OpaquePointer, at index: Int32) {
    self = sqlite3_column_type(statement, index) == SQLITE_NULL ? nil : Wrapped(statement, at: index)
  }

  var digestText: String { self?.digestText ?? "NULL" }
}
