import Foundation
import Items
import PostilQuery
import PostilSQLite
import PostilTestSupport

/// The database that every run begins with.
enum Template {
  static let itemCount = 12
  /// Long enough for pages of its own.
  static let long = String(repeating: "x", count: 5_000)

  static func create(at path: String) throws {
    let store = try SQLiteStore(path: path, schema: ItemsSchema.self)
    try store.write { db in
      let tags = try Tag.insert(returning: (0..<2).map { Tag.Draft(name: "tag \($0)") }, in: db)
      for name in 0..<2 {
        let project = try Project.Draft(name: "project \(name)").insert(in: db)
        for number in 0..<itemCount / 2 {
          let item = try Item.Draft(
            title: "item \(number) \(long)", projectID: project.id, steps: [.init(text: "a"), .init(text: "b")]
          ).insert(in: db)
          try item.addToTags(contentsOf: tags, in: db)
        }
      }
    }
    try store.close()
  }

  /// Every table and its rows; also checks the file. An empty database has none.
  /// - Throws: ``Damage`` if the file isn't intact.
  static func contents(of path: String) throws -> [String] {
    let database = try RawDatabase(path: path)
    let integrity = try database.rows("PRAGMA integrity_check")
    let references = try database.rows("PRAGMA foreign_key_check")
    guard integrity == [["ok"]], references.isEmpty else { throw Damage(findings: integrity + references) }
    // Statistics may be there or not.
    let tables = try database.rows(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name")
    return try tables.flatMap { table in
      let name = table[0] ?? ""
      // The ledger of migrations also contains times.
      let columns = name == "postil_migration" ? "name, checksum" : "*"
      let rows = try database.rows(#"SELECT \#(columns) FROM "\#(name)" ORDER BY 1, 2"#)
      return ["\(table)"] + rows.map { "\($0)" }
    }
  }

  struct Damage: Error {
    let findings: [[String?]]
  }

  /// Copies a database and its log.
  static func copy(_ source: String, to destination: String) throws {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: destination + suffix)
      guard suffix == "" || suffix == "-wal", FileManager.default.fileExists(atPath: source + suffix) else { continue }
      try FileManager.default.copyItem(atPath: source + suffix, toPath: destination + suffix)
    }
  }
}
