import PostilCatalog
import PostilEvolution
import PostilSQLite
import PostilSchema

/// The schema after the existing migrations, from which the next one is planned.
struct FormerSchema {
  /// As SQLite has it.
  var catalog = DatabaseCatalog()
  /// As it was recorded, or as far as records before it tell; `nil` without records.
  var schema: Schema?
  /// Its statements for PostgreSQL.
  var statements: [String] = []
}

extension MigrationFolder {
  /// The schema after migrations.
  /// - Parameters:
  ///   - scripts: the migrations in their order, which are replayed for SQLite.
  ///   - last: the last of them; `nil` if there are several, or none.
  ///   - server: writes the statements of a schema for PostgreSQL.
  /// - Throws: ``MigrationRefusal`` if the migrations can't be replayed or lead to another schema than the recorded one, or if no schema is
  ///   recorded for PostgreSQL.
  func former(after scripts: [MigrationScript], last: String?, _ server: PostgreSQLModels?) throws -> FormerSchema {
    let record: SchemaRecord? = if let last { try record(after: last) } else { nil }
    if let server {
      guard let last else { return FormerSchema() }
      guard let record else {
        throw MigrationRefusal(
          "the file is missing, and the next migration is planned from it; restore it from version control",
          at: recordPath(of: last))
      }
      return FormerSchema(
        catalog: try MigrationReplay.catalog(ofDDL: record.ddl), schema: record.schema,
        statements: server.script(record.schema).map(\.sql) + record.statements)
    }
    let catalog = try replayed(scripts)
    guard let last, let record else {
      let known = try RecordedBranches(scripts, in: self).schema
      return FormerSchema(catalog: catalog, schema: known.map { RecordReading(catalog, known: [$0]).record.schema })
    }
    let differences = CatalogComparison.differences(
      found: catalog, expected: try MigrationReplay.catalog(ofDDL: record.ddl))
    guard differences.isEmpty else {
      throw MigrationRefusal(
        "the migrations up to '\(last)' lead to another schema than '\(last)\(SchemaRecord.suffix)' records; if they are right, run "
          + "'postil migrate record PATH'; otherwise restore the files from version control", at: path(of: last),
        notes: differences.map { "the migrations, compared with the record: \($0)" })
    }
    return FormerSchema(catalog: catalog, schema: record.schema)
  }

  /// The result of migrations for SQLite in an empty database.
  /// - Throws: ``MigrationRefusal`` if they fail.
  func replayed(_ scripts: [MigrationScript]) throws -> DatabaseCatalog {
    do {
      return try MigrationReplay.catalog(of: scripts)
    } catch {
      throw MigrationRefusal("the migrations can't be replayed in an empty database: \(error)", at: path)
    }
  }

  /// The path of the record after a migration, whether it exists or not.
  package func recordPath(of name: String) -> String { "\(path)/\(name)\(dialect.suffix)\(SchemaRecord.suffix)" }

  /// The schema that is recorded after a migration; `nil` without a record.
  /// - Throws: ``MigrationRefusal`` if the file has errors.
  func record(after name: String) throws(MigrationRefusal) -> SchemaRecord? {
    guard let file = records[name] else { return nil }
    do throws(SchemaRecord.Malformed) {
      return try SchemaRecord(text: file.text)
    } catch {
      throw MigrationRefusal(
        "this isn't the record of a schema: \(error.reason); restore it from version control, or run 'postil migrate record "
          + "PATH\(dialect.option)'", at: recordPath(of: name))
    }
  }
}
