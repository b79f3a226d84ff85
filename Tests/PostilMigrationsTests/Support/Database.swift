import PostilCatalog
import PostilTestSupport

/// A database, in memory or in a file.
struct Database {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private let raw: RawDatabase

  init(path: String = ":memory:") throws {
    raw = try RawDatabase(path: path, foreignKeys: false, decimals: true, quotesAreNames: true)
    try run("PRAGMA foreign_keys = OFF")
  }

  func run(_ sql: String) throws { try raw.execute(sql) }

  func rows(_ sql: String, _ values: [String] = []) throws -> [[String?]] { try raw.rows(sql, values) }

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

  func number(_ sql: String) throws -> Int { try Int(rows(sql).first?.first.flatMap { $0 } ?? "") ?? -1 }

  func catalog() throws -> DatabaseCatalog { try DatabaseCatalog { try self.rows($0, $1) } }

  /// Every row of a table: the columns in the order of their names, each as a literal of SQL, the rows sorted.
  func content(of table: String, columns: [String]) throws -> [String] {
    let list = columns.sorted().map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
    return try rows("SELECT \(list) FROM \"\(table)\"").map { $0[0] ?? "" }.sorted()
  }
}
