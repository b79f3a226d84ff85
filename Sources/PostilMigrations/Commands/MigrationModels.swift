import PostilCatalog
import PostilSQLite
import PostilSchema

/// The schema of a target's models.
package struct MigrationModels: Sendable {
  /// The target's name.
  package let target: String
  package let schema: Schema
  package let ddl: String
  package let fingerprint: String
  /// The source position of a table's struct, such as `Item.swift:5:8`, by the table's name.
  private let places: [String: String]

  /// Reads the schema of a target's models.
  /// - Parameter places: the source position of a table's struct, such as `Item.swift:5:8`, by the table's name.
  package init(target: String, schema: Schema, places: [String: String] = [:]) {
    self.places = places
    let script = schema.script()
    self.target = target
    self.schema = schema
    ddl = script.text
    fingerprint = script.fingerprint
  }

  /// The source position of a table's struct; `nil` if the table doesn't have one or no longer has one.
  func place(of table: String) -> String? { places[table] }

  /// The catalog of a new database with the models' schema.
  func catalog() throws -> DatabaseCatalog { try MigrationReplay.catalog(ofDDL: ddl) }
}
