import PostilEvolution
import PostilQuery
import PostilSQL

// Objects that somebody added to the file, and that affect what the program reads and writes.

/// What a store does if its file contains triggers, unique indexes or references that aren't part of the program's schema and affect
/// the program's tables.
public enum AdditionalObjects: Sendable {
  /// Opens the file.
  case allow
  /// Opens the file, and passes the objects to a closure, for a log.
  case report(@Sendable ([SchemaMismatch.Difference]) -> Void)
  /// Throws ``SchemaMismatch``.
  case refuse
}

extension SQLiteConnection {
  /// Records the triggers of the program's schema.
  func noteTriggers(of objects: [SchemaObject]) throws {
    knownTriggers = Set(objects.filter { $0.kind == "trigger" }.map(\.name.foldedName))
    try findForeignTriggers()
  }

  /// Finds out whether the file has triggers that aren't part of the program's schema.
  func findForeignTriggers() throws {
    guard let knownTriggers else { return }
    // The triggers of sync only record what was written.
    let names = try untraced {
      try texts("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name NOT GLOB 'postil_sync_*'")
    }
    hasForeignTriggers = names.contains { !knownTriggers.contains($0.foldedName) }
  }

  /// Reports or refuses additional objects that affect objects with these names.
  func reportInterference(of differences: [SchemaMismatch.Difference], beside names: Set<String>) throws {
    var interfering: [SchemaMismatch.Difference] = []
    for case .additional(let kind, let name) in differences where !name.hasPrefix("postil_sync_") {
      for table in try affectedTables(kind, name) where names.contains(table.foldedName) {
        interfering.append(.interfering(kind: kind == "index" ? "unique index" : kind, name: name, table: table))
      }
    }
    guard !interfering.isEmpty else { return }
    switch options.additionalObjects {
    case .allow: break
    case .report(let report): report(interfering)
    case .refuse: throw SchemaMismatch(path: path, differences: interfering)
    }
  }

  /// The tables whose changes can fire a trigger, be refused by a unique index, or be refused or passed on by references.
  private func affectedTables(_ kind: String, _ name: String) throws -> [String] {
    switch kind {
    case "trigger":
      try rows("SELECT tbl_name FROM sqlite_schema WHERE type = 'trigger' AND name = ?1", name).map { $0[0] }
    case "index":
      try rows(
        """
        SELECT s.tbl_name FROM sqlite_schema s, temp.pragma_index_list(s.tbl_name) i
        WHERE s.type = 'index' AND s.name = ?1 AND i.name = s.name AND i."unique"
        """, name
      ).map { $0[0] }
    case "table":
      try rows(#"SELECT DISTINCT "table" FROM temp.pragma_foreign_key_list(?1) ORDER BY 1"#, name).map { $0[0] }
    default: []
    }
  }
}
