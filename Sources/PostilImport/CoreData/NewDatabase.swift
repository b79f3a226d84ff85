import CSQLite
import Foundation
import PostilSQL

/// A new SQLite file that is filled in one transaction.
final class NewDatabase {
  private var handle: OpaquePointer?

  /// Creates the file.
  /// - Throws: ``ImportError``
  init(path: String) throws(ImportError) {
    let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE, nil)
    guard code == SQLITE_OK else { throw failure() }
    // The collation that the runtime registers on every connection.
    postil_add_decimal_collation(handle)
    try run("PRAGMA foreign_keys = OFF")
    try run("BEGIN IMMEDIATE")
  }

  deinit { sqlite3_close_v2(handle) }

  func run(_ sql: String) throws(ImportError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  /// The first column of each row as text.
  func texts(_ sql: String) throws(ImportError) -> [String] {
    let statement = try prepare(sql)
    defer { sqlite3_finalize(statement) }
    var texts: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      texts.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
    }
    return texts
  }

  /// The rows of a table, whose key is the first column.
  func total(of columns: [String], in table: String) throws(ImportError) -> TableTotal {
    let names = columns.map(SQLText.identifier).joined(separator: ", ")
    let statement = try prepare("SELECT \(names) FROM \(SQLText.identifier(table))")
    defer { sqlite3_finalize(statement) }
    var total = TableTotal(columns: columns.count)
    while sqlite3_step(statement) == SQLITE_ROW {
      total.add((0..<Int32(columns.count)).map { SampleRow(statement, column: $0).stored })
    }
    return total
  }

  /// A statement, which the caller finalizes.
  func prepare(_ sql: String) throws(ImportError) -> OpaquePointer? {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure() }
    return statement
  }

  /// Runs a statement with these values.
  func step(_ statement: OpaquePointer?, _ values: [StoredCell]) throws(ImportError) {
    for (index, value) in values.enumerated() { value.bind(to: statement, Int32(index + 1)) }
    defer { sqlite3_reset(statement) }
    guard sqlite3_step(statement) == SQLITE_DONE else { throw failure() }
  }

  private func failure() -> ImportError {
    ImportError(sqlite3_errmsg(handle).map { String(cString: $0) } ?? "out of memory")
  }
}

extension StoredCell {
  fileprivate func bind(to statement: OpaquePointer?, _ index: Int32) {
    switch self {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let value): sqlite3_bind_int64(statement, index, value)
    case .real(let bits): sqlite3_bind_double(statement, index, Double(bitPattern: bits))
    case .text(let bytes):
      _ = bytes.withUnsafeBytes { postil_bind_text_copy(statement, index, $0.baseAddress, sqlite3_uint64($0.count)) }
    case .blob(let bytes):
      _ = bytes.withUnsafeBytes { postil_bind_blob_copy(statement, index, $0.baseAddress, sqlite3_uint64($0.count)) }
    }
  }
}
