import PostilCatalog
import PostilSQLite
import PostilSchema

/// One of two schemas between which a script leads.
package enum SchemaSide: Hashable, Sendable {
  /// That of the models.
  case models
  /// That which a migration led to, by the fingerprint in its first lines, or the beginning of it.
  case fingerprint(String)
  /// That which a script makes in an empty database.
  case script(path: String, text: String)
  /// That of a database.
  case database(path: String)
}

/// The script from one schema to another, for `sqlite3`: `postil ddl --from … --to …`.
package struct SchemaDifference {
  private let models: MigrationModels?
  private let folder: MigrationFolder?

  /// - Parameters:
  ///   - models: what the models ask for; `nil` where neither side is about them.
  ///   - folder: the migrations in which fingerprints are looked for.
  package init(models: MigrationModels?, folder: MigrationFolder?) {
    self.models = models
    self.folder = folder
  }

  /// The statements that lead from one side to the other; what they can lose is said above each.
  /// - Throws: ``MigrationRefusal`` where a side cannot be read, or is not known.
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
        throw MigrationRefusal("SQLite refuses the script: \(error)", at: path)
      }
    case .database(let path):
      do {
        let catalog = try OpenedDatabase.with(path, migrations: SQLiteMigrations([]), isReadOnly: true) {
          try $0.catalog()
        }
        return (catalog, nil)
      } catch let error as UnusableDatabase {
        throw MigrationRefusal("it cannot be read: \(error.reason)", at: path)
      }
    }
  }

  private func resolvedModels() throws -> (catalog: DatabaseCatalog, schema: Schema?) {
    guard let models else { throw MigrationRefusal("there are no models: name a PATH", at: "postil") }
    return (try models.catalog(), models.schema)
  }

  /// What the migrations up to the one with the fingerprint make.
  private func migrated(to fingerprint: String) throws -> (catalog: DatabaseCatalog, schema: Schema?) {
    guard let folder else {
      throw MigrationRefusal(
        "fingerprints are looked for among the migrations of a target: name its PATH", at: "postil")
    }
    let order = try folder.order()
    let ordered = folder.scripts(named: order.names)
    let matches = ordered.filter { $0.schema?.hasPrefix(fingerprint) == true }
    guard let last = matches.last, let found = last.schema else {
      throw MigrationRefusal(
        "no migration leads to a schema with the fingerprint '\(fingerprint)'", at: folder.path,
        notes: ordered.map { "'\($0.schema ?? "")' is that of '\($0.name)'" }
          + (models.map { ["'\($0.fingerprint)' is that of the models"] } ?? []))
    }
    let others = Set(matches.compactMap(\.schema))
    guard others.count == 1 else {
      throw MigrationRefusal(
        "several fingerprints begin with '\(fingerprint)': \(others.sorted().map { "'\($0)'" }.joined(separator: ", ")); "
          + "write more of it", at: folder.path)
    }
    var needed = (order.ancestors[last.name] ?? []).union([last.name])
    // A checkpoint stands for all that came before it.
    if let checkpoint = ordered.last(where: { needed.contains($0.name) && $0.replaces != nil }) {
      needed.subtract(order.ancestors[checkpoint.name] ?? [])
    }
    do {
      let scripts = ordered.filter { needed.contains($0.name) }
      let catalog = try MigrationReplay.catalog(of: scripts)
      return (catalog, RecordedTypes(scripts).schema(of: catalog))
    } catch {
      throw MigrationRefusal("the migrations up to '\(found)' cannot be replayed: \(error)", at: folder.path)
    }
  }
}
