import PostilCatalog
import PostilSQLite
import PostilSchema

/// What the models of a target ask of a database.
package struct MigrationModels: Sendable {
  /// The target's name.
  package let target: String
  package let schema: Schema
  package let ddl: String
  package let fingerprint: String
  /// Where the struct of a table stands, `Item.swift:5:8`, by the table's name.
  private let places: [String: String]

  /// Reads the schema of a target's models.
  /// - Parameter places: where the struct of a table stands, `Item.swift:5:8`, by the table's name.
  package init(target: String, schema: Schema, places: [String: String] = [:]) {
    self.places = places
    let script = schema.script()
    self.target = target
    self.schema = schema
    ddl = script.text
    fingerprint = script.fingerprint
  }

  /// Where the struct of a table stands; `nil` for a table that has none, or none any more.
  func place(of table: String) -> String? { places[table] }

  /// What a new database says of itself that has the models' schema.
  func catalog() throws -> DatabaseCatalog { try MigrationReplay.catalog(ofDDL: ddl) }
}
