import PostilCatalog
import PostilEvolution
import PostilSQL

/// The differences between two databases, described in SQL terms.
package enum CatalogComparison {
  /// The differences between `found` and `expected`, object by object; empty if both have the same meaning. Comments,
  /// the order of columns, and whether a constraint is written on its column or on the table make no difference.
  package static func differences(found: DatabaseCatalog, expected: DatabaseCatalog) -> [String] {
    let (found, expected) = (objects(of: found), objects(of: expected))
    var differences: [String] = []
    for object in expected {
      guard let other = found.first(where: { $0.isSameObject(as: object) }) else {
        differences.append("\(object.kind) '\(object.name)' is missing")
        continue
      }
      differences += other.differences(from: object).map { "\(object.kind) '\(object.name)' differs: \($0)" }
    }
    for object in found where !expected.contains(where: { $0.isSameObject(as: object) }) {
      differences.append("\(object.kind) '\(object.name)' is not expected")
    }
    return differences
  }

  /// The objects of a schema.
  static func objects(of catalog: DatabaseCatalog) -> [SchemaObject] {
    var objects: [SchemaObject] = []
    for table in catalog.tables where !table.name.isSameName(as: SchemaShape.ledger) {
      objects.append(SchemaObject(kind: "table", name: table.name, sql: table.sql))
      objects += table.indexes.compactMap { index in
        index.sql.map { SchemaObject(kind: "index", name: index.name, sql: $0) }
      }
      objects += table.triggers.map { SchemaObject(kind: "trigger", name: $0.name, sql: $0.sql) }
    }
    for view in catalog.views {
      objects.append(SchemaObject(kind: "view", name: view.name, sql: view.sql))
      objects += view.triggers.map { SchemaObject(kind: "trigger", name: $0.name, sql: $0.sql) }
    }
    return objects
  }
}
