import CSQLite
import Foundation
import Postil

/// A database file of one test, removed when the test is over.
final class TemporaryFile {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "postil-documents-\(UUID())")
  let path: String

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "library.sqlite").path
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs SQL as another program would.
  func runElsewhere(_ sql: String) throws {
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    guard sqlite3_open(path, &connection) == SQLITE_OK, sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else {
      throw DatabaseError(code: 1, extendedCode: 1, message: String(cString: sqlite3_errmsg(connection)))
    }
  }

  /// The rows that another program would get, their values as text.
  func rows(_ sql: String) throws -> [[String]] {
    var connection: OpaquePointer?
    var statement: OpaquePointer?
    defer {
      sqlite3_finalize(statement)
      sqlite3_close(connection)
    }
    guard sqlite3_open(path, &connection) == SQLITE_OK,
      sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK
    else { throw DatabaseError(code: 1, extendedCode: 1, message: String(cString: sqlite3_errmsg(connection))) }
    var rows: [[String]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
        })
    }
    return rows
  }
}
