import PostilCatalog
import PostilSchema
import PostilSQLite

/// What the models of a target ask of a database.
package struct MigrationModels: Sendable {
  /// The target's name.
  package let target: String
  package let schema: Schema
  package let ddl: String
  package let fingerprint: String

  /// Reads the schema of a target's models.
  package init(target: String, schema: Schema) {
    let script = schema.script(for: .sqlite)
    self.target = target
    self.schema = schema
    ddl = script.text
    fingerprint = script.fingerprint
  }

  /// What a new database says of itself that has the models' schema.
  func catalog() throws -> DatabaseCatalog { try MigrationReplay.catalog(ofDDL: ddl) }
}
