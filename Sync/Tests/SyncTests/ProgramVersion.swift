import Foundation
import PostilSync

/// The versions of a program that devices have in the simulation.
enum ProgramVersion: Int, Comparable {
  /// Without themes.
  case first
  /// Themes have no sizes, and the last change of a style wins as a whole.
  case second
  /// The present one.
  case third

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The next version.
  var next: ProgramVersion { ProgramVersion(rawValue: rawValue + 1) ?? .third }

  var schema: any SyncedSchema.Type {
    switch self {
    case .first: FirstSchema.self
    case .second: SecondSchema.self
    case .third: TodoSchema.self
    }
  }

  /// Opens a database of this version or an earlier one.
  func open(_ path: String) throws -> SQLiteStore {
    let files = [
      SchemaMigrations.File(
        name: "20261101000000_first", sql: "-- @migration(schema: \"\(FirstSchema.fingerprint)\")\n\(FirstSchema.ddl)"),
      SchemaMigrations.File(
        name: "20261102000000_second",
        sql: """
          -- @migration(after: "20261101000000_first", schema: "\(SecondSchema.fingerprint)")
          \(SecondSchema.theme)
          """),
      SchemaMigrations.File(
        name: "20261103000000_third",
        sql: """
          -- @migration(after: "20261102000000_second", schema: "\(TodoSchema.fingerprint)")
          ALTER TABLE "theme" ADD COLUMN "sizes" TEXT
            CONSTRAINT "theme_sizes_json" CHECK ("sizes" IS NULL OR json_valid("sizes"));
          """),
    ]
    return try SQLiteStore(path: path, schema: schema, migrations: SchemaMigrations(Array(files.prefix(rawValue + 1))))
  }
}

private enum FirstSchema: SyncedSchema {
  static let ddl = TodoSchema.ddl.components(separatedBy: "\n\n").filter { !$0.contains("CREATE TABLE \"theme\"") }
    .joined(separator: "\n\n")
  static let fingerprint = "0000000000000001"
  static let tables = TodoSchema.tables.filter { $0.name != "theme" }
  static let syncedTables = TodoSchema.syncedTables.filter { $0.name != "theme" }
}

private enum SecondSchema: SyncedSchema {
  static let theme = """
    CREATE TABLE "theme" (
      "id"    TEXT NOT NULL,
      "style" TEXT NOT NULL,
      CONSTRAINT "theme_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "theme_style_json" CHECK (json_valid("style"))
    ) STRICT;
    """
  static let ddl = "\(FirstSchema.ddl)\n\n\(theme)"
  static let fingerprint = "0000000000000002"
  static let tables = FirstSchema.tables
  static let syncedTables = TodoSchema.syncedTables.map { table in
    guard let model = table.model, table.name == "theme" else { return table }
    return SyncedTable(model, name: table.name, key: table.key, columns: ["id", "style"])
  }
}
