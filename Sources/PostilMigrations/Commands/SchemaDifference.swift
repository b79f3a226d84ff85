import PostilCatalog
import PostilSQLite
import PostilSchema

/// One of the two schemas of a script.
package enum SchemaSide: Hashable, Sendable {
  /// The schema of the models.
  case models
  /// The schema after a migration, by the fingerprint in its first lines or the start of the fingerprint.
  case fingerprint(String)
  /// The schema that a script creates in an empty database.
  case script(path: String, text: String)
  /// The schema of a database.
  case database(path: String)
}

/// The script from one schema to another, for `sqlite3`: `postil ddl --from … --to …`.
package struct SchemaDifference {
  private let models: MigrationModels?
  private let folder: MigrationFolder?

  /// - Parameters:
  ///   - models: the models' schema; `nil` if neither side needs it.
  ///   - folder: the migrations that are searched for fingerprints.
  package init(models: MigrationModels?, folder: MigrationFolder?) {
    self.models = models
    self.folder = folder
  }

  /// The statements from one schema to the other. A comment above each states what it can lose.
  /// - Throws: ``MigrationRefusal`` if a schema can't be read or is unknown.
  package func script(from: SchemaSide, to: SchemaSide) throws -> String {
    let (old, new) = (try resolved(from), try resolved(to))
    return MigrationPlanner.script(from: old.catalog, to: new.catalog, schema: new.schema, formerSchema: old.schema)
  }

  private func resolved(_ side: SchemaSide) throws -> (catalog: DatabaseCatalog, schema: Schema?) {
    switch side {
    case .models: return try resolvedModels()
    case .fingerprint(let fingerprint):
      if let models, models.fingerprint.hasPrefix(fingerprint) { return try resolvedModels() }
      return try migrated(to: fingerprint)
    case .script(let path, let text):
      do {
        return (try MigrationReplay.catalog(ofDDL: text), nil)
      } catch {
        throw MigrationRefusal("the script fails: \(error)", at: path)
      }
    case .database(let path):
      do {
        let catalog = try OpenedDatabase.with(path, migrations: SchemaMigrations([]), isReadOnly: true) {
          try $0.catalog()
        }
        return (catalog, nil)
      } catch let error as UnusableDatabase {
        throw MigrationRefusal("can't be read: \(error.reason)", at: path)
      }
    }
  }

  private func resolvedModels() throws -> (catalog: DatabaseCatalog, schema: Schema?) {
    guard let models else { throw MigrationRefusal("no models are given; pass a PATH", at: "postil") }
    return (try models.catalog(), models.schema)
  }

  /// The schema after the migrations up to the one with this fingerprint.
  private func migrated(to fingerprint: String) throws -> (catalog: DatabaseCatalog, schema: Schema?) {
    guard let folder else {
      throw MigrationRefusal(
        "a fingerprint requires the migrations of a target; pass its PATH", at: "postil")
    }
    let order = try folder.order()
    let ordered = folder.scripts(named: order.names)
    let matches = ordered.filter { $0.schema?.hasPrefix(fingerprint) == true }
    guard let last = matches.last else {
      throw MigrationRefusal(
        "no migration has the fingerprint '\(fingerprint)'", at: folder.path,
        notes: ordered.map { "'\($0.schema ?? "")' is the fingerprint of '\($0.name)'" }
          + (models.map { ["'\($0.fingerprint)' is the fingerprint of the models"] } ?? []))
    }
    let others = Set(matches.compactMap(\.schema))
    guard others.count == 1 else {
      throw MigrationRefusal(
        "several fingerprints begin with '\(fingerprint)': "
          + "\(others.sorted().map { "'\($0)'" }.joined(separator: ", ")); write more digits", at: folder.path)
    }
    var needed = (order.ancestors[last.name] ?? []).union([last.name])
    // A checkpoint replaces everything before it.
    if let checkpoint = ordered.last(where: { needed.contains($0.name) && $0.replaces != nil }) {
      needed.subtract(order.ancestors[checkpoint.name] ?? [])
    }
    let former = try folder.former(after: ordered.filter { needed.contains($0.name) }, last: last.name, nil)
    return (former.catalog, former.schema)
  }
}
