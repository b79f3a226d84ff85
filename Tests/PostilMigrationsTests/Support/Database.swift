import CSQLite
import PostilCatalog

/// A database, in memory or in a file.
final class Database {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private var handle: OpaquePointer?

  init(path: String = ":memory:") throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Failure(description: "no database") }
    // A name that is none would be a text else. Source: SQLite, "Quirks, Caveats, and Gotchas", section 8.
    _ = postil_set_flag(handle, SQLITE_DBCONFIG_DQS_DML, 0)
    _ = postil_set_flag(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
    try run("PRAGMA foreign_keys = OFF")
    let compare:
      @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?) -> Int32 =
        { _, firstCount, first, secondCount, second in
          guard let first, let second else { return firstCount - secondCount }
          let a = first.bindMemory(to: UInt8.self, capacity: Int(firstCount))
          let b = second.bindMemory(to: UInt8.self, capacity: Int(secondCount))
          return postil_test_order(a, Int(firstCount), b, Int(secondCount))
        }
    sqlite3_create_collation_v2(handle, "decimal", SQLITE_UTF8, nil, compare, nil)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements.
  func run(_ sql: String) throws {
    var message: UnsafeMutablePointer<CChar>?
    guard sqlite3_exec(handle, sql, nil, nil, &message) == SQLITE_OK else {
      defer { sqlite3_free(message) }
      throw Failure(description: "\(message.map { String(cString: $0) } ?? "?"), in:\n\(sql)")
    }
  }

  /// Runs a migration as an applier does: foreign keys off, in one transaction, and nothing changed where it fails.
  func apply(_ sql: String) throws {
    try run("PRAGMA foreign_keys = \(sql.contains("-- @rebuild(") ? "OFF" : "ON")")
    try run("BEGIN IMMEDIATE")
    do {
      try run(sql)
      let violations = try rows("PRAGMA foreign_key_check")
      guard violations.isEmpty else { throw Failure(description: "references dangle: \(violations)") }
      // SQLite 3.40 finds NULLs in tables without a rowid whose key is not first, where there are none.
      let integrity = try rows("PRAGMA integrity_check").filter { $0[0]?.hasPrefix("NULL value in ") != true }
      guard integrity.isEmpty || integrity == [["ok"]] else { throw Failure(description: "it is broken: \(integrity)") }
      try run("COMMIT")
    } catch {
      try? run("ROLLBACK")
      throw error
    }
  }

  /// The rows of a query as SQLite quotes them, types and all.
  func quoted(_ sql: String) throws -> [[String]] {
    try rows(sql).map { $0.map { $0 ?? "NULL" } }
  }

  func rows(_ sql: String, _ values: [String] = []) throws -> [[String?]] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(description: "\(String(cString: sqlite3_errmsg(handle))), in:\n\(sql)")
    }
    for (index, value) in values.enumerated() {
      _ = postil_bind_text_copy(statement, Int32(index + 1), value, UInt64(value.utf8.count))
    }
    var rows: [[String?]] = []
    while true {
      let code = sqlite3_step(statement)
      guard code == SQLITE_ROW else {
        guard code == SQLITE_DONE else {
          throw Failure(description: "\(String(cString: sqlite3_errmsg(handle))), in:\n\(sql)")
        }
        return rows
      }
      rows.append(
        (0..<sqlite3_column_count(statement)).map { sqlite3_column_text(statement, $0).map { String(cString: $0) } })
    }
  }

  func number(_ sql: String) throws -> Int { try Int(rows(sql).first?.first.flatMap { $0 } ?? "") ?? -1 }

  func catalog() throws -> DatabaseCatalog { try DatabaseCatalog { try self.rows($0, $1) } }

  /// Every row of a table: the columns in the order of their names, each as a literal of SQL, the rows sorted.
  func content(of table: String, columns: [String]) throws -> [String] {
    let list = columns.sorted().map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
    return try rows("SELECT \(list) FROM \"\(table)\"").map { $0[0] ?? "" }.sorted()
  }
}

/// Bytes in order; a stand-in for the collation of decimals, which PostilSQLite has.
func postil_test_order(_ first: UnsafePointer<UInt8>, _ count: Int, _ second: UnsafePointer<UInt8>, _ otherCount: Int)
  -> Int32
{
  for index in 0..<min(count, otherCount) where first[index] != second[index] {
    return first[index] < second[index] ? -1 : 1
  }
  return Int32(count - otherCount)
}
