import PostilCatalog
import PostilSQL
import PostilSchema

/// The reason why SQLite can't enforce a foreign key: the parent table is missing, or has no unique key over the
/// referenced columns.
///
/// Such a table can be read. While foreign keys are enforced, as in a store, SQLite rejects writes to it and deletes
/// from the parent. Source: SQLite, "Foreign Key Support", section 3 (Required and Suggested Database Indexes).
enum ParentKeyProblem {
  /// - Returns: `nil` for a foreign key that can be enforced.
  static func find(for key: CatalogForeignKey, of table: CatalogTable, in catalog: DatabaseCatalog) -> String? {
    guard let problem = problem(of: key, in: catalog) else { return nil }
    let parent = catalog.table(key.referencedTable).map { $0.isVirtual ? "" : " and to delete from '\($0.name)'" } ?? ""
    return "\(problem), so SQLite refuses to write to '\(table.name)'\(parent) while it enforces foreign keys"
  }

  private static func problem(of key: CatalogForeignKey, in catalog: DatabaseCatalog) -> String? {
    let name = key.referencedTable
    guard let parent = catalog.table(name) else {
      return catalog.view(name) == nil ? "the table '\(name)' doesn't exist" : "'\(name)' is a view"
    }
    if parent.isVirtual { return "'\(name)' is a virtual table" }
    guard let referenced = key.referencedColumns ?? (parent.primaryKey.isEmpty ? nil : parent.primaryKey) else {
      return "'\(name)' has no primary key"
    }
    guard referenced.count == key.columns.count else {
      return "the primary key of '\(name)' has \(referenced.count) column\(referenced.count == 1 ? "" : "s")"
    }
    if let missing = referenced.first(where: { parent.column($0) == nil }) {
      return "'\(name)' has no column '\(missing)'"
    }
    let names = Set(referenced.map(\.foldedName))
    let keys =
      [Set(parent.primaryKey.map(\.foldedName))]
      + parent.indexes.filter { $0.isUnique && !$0.isPartial }.map { index in
        Set(index.terms.map { $0.column.map(\.foldedName) ?? "" })
      }
    return keys.contains(names) ? nil : "'\(name)' has no unique key of exactly \(Remark.list(referenced))"
  }
}
