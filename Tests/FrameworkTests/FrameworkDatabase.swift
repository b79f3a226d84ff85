import Foundation
import Postil
import PostilTestSupport

/// A database as a framework creates it, in a temporary file.
final class FrameworkDatabase {
  let path: String
  let database: RawDatabase
  private let folder: TemporaryFolder

  /// The folders of the frameworks.
  static let names = ["Django", "Fluent", "Rails", "Room"]

  /// The folder with a framework's database and the structs that were imported from it.
  static func folder(of name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
  }

  /// - Parameter name: the framework.
  init(_ name: String) throws {
    folder = try TemporaryFolder()
    path = folder.path("\(name).sqlite")
    database = try RawDatabase(path: path, foreignKeys: false)
    try database.execute(
      String(contentsOf: Self.folder(of: name).appending(path: "Database.sql"), encoding: .utf8))
  }

  /// The values of a column, in the order of the rows, as SQL literals.
  func column(_ name: String, of table: String) throws -> [String?] {
    try database.rows("SELECT quote(\"\(name)\") FROM \"\(table)\" ORDER BY rowid").map { $0[0] }
  }

  /// All rows as SQL literals, without the columns with these names.
  func contents(besides names: Set<String> = []) throws -> [String: [[String?]]] {
    var contents: [String: [[String?]]] = [:]
    for table in try database.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'") {
      let columns = try database.rows("SELECT name FROM pragma_table_info(?1)", [table[0] ?? ""]).compactMap { $0[0] }
        .filter { !names.contains($0) }.map { "quote(\"\($0)\")" }
      contents[table[0] ?? ""] = try database.rows(
        "SELECT \(columns.joined(separator: ", ")) FROM \"\(table[0] ?? "")\"")
    }
    return contents
  }

  /// Reads every row and writes it again.
  static func rewrite<M: Postil.Model>(_ type: M.Type, in db: SQLiteWriteTransaction) throws {
    for row in try M.all.fetchAll(in: db) { try row.update(in: db) }
  }
}
