import PostilCatalog
import PostilCompiler
import PostilSchema

/// The metadata that Core Data, and SwiftData on top of it, writes to a store; `nil` for other databases.
///
/// A store has the tables `Z_METADATA` and `Z_PRIMARYKEY`. The table of an entity `PackageTag` is `ZPACKAGETAG`, the column of an
/// attribute `dueAt` is `ZDUEAT`, and a column declared as `TIMESTAMP` stores seconds since the start of 2001.
struct CoreDataStore {
  /// The names of entities, by table.
  private var entities: [String: String] = [:]

  init?(_ catalog: DatabaseCatalog, in file: ScratchDatabase) {
    guard catalog.table("Z_METADATA") != nil, let keys = catalog.table("Z_PRIMARYKEY") else { return nil }
    guard keys.column("Z_NAME") != nil, let rows = try? file.rows("SELECT Z_NAME FROM Z_PRIMARYKEY") else { return }
    for name in rows.compactMap({ $0[0] }) { entities["Z" + name.uppercased()] = name }
  }

  /// The entity of a table, in its original case.
  func entity(of table: String) -> String? { entities[table.uppercased()] }

  /// The name of a column without Core Data's leading letter.
  func attribute(of column: String) -> String {
    guard column.hasPrefix("Z") else { return column }
    let name = column.dropFirst().drop { $0 == "_" }
    return name.isEmpty ? column : String(name)
  }

  /// Whether Core Data uses this declared type for dates.
  static func isDate(_ declaredType: String) -> Bool { declaredType == "TIMESTAMP" }
}
