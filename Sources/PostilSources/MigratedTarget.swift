import PostilCompiler
import PostilEvolution
import PostilMigrations

/// A target's models, and the files of its folder `Migrations` for one database.
package struct MigratedTarget {
  package var models: MigrationModels
  package var folder: MigrationFolder

  /// The targets with a separate schema.
  /// - Parameters:
  ///   - targets: all targets, dependencies included.
  ///   - graphs: the compiled targets that aren't dependencies.
  ///   - read: reads a target's folder `Migrations`.
  ///   - server: what the models of a target need in PostgreSQL, for its migrations there.
  /// - Throws: `MigrationRefusal` if a file has an error, ``Misuse`` if a file can't be read; what `read` throws.
  package static func all(
    _ targets: [SourceTarget], _ graphs: [ModelGraph], reading read: (SourceTarget) throws -> EmbeddedMigrations,
    server: (ModelGraph) -> PostgreSQLModels? = { _ in nil }
  ) throws -> [MigratedTarget] {
    try targets.wholes(graphs).map { target, graph in
      let models = MigrationModels(graph, server: server(graph))
      return MigratedTarget(
        models: models, folder: try MigrationFolder(of: target, try read(target), for: models.dialect))
    }
  }
}

extension [ModelGraph] {
  /// The graphs with a schema of their own. The schema of an imported target is part of the importing target's.
  package var wholes: [ModelGraph] {
    let imported = Set(flatMap(\.importedModules))
    return filter { !imported.contains($0.target) }
  }
}

extension [SourceTarget] {
  /// The targets with a schema of their own, with their graphs.
  /// - Parameter graphs: the compiled targets that aren't dependencies.
  package func wholes(_ graphs: [ModelGraph]) -> [(target: SourceTarget, graph: ModelGraph)] {
    let wholes = Set(graphs.wholes.map(\.target))
    return zip(filter { !$0.isDependency }, graphs).filter { wholes.contains($1.target) }
      .map { (target: $0, graph: $1) }
  }
}

extension MigrationModels {
  /// The models of a compiled target.
  /// - Parameter server: what they need in PostgreSQL; `nil` for migrations of SQLite.
  package init(_ graph: ModelGraph, server: PostgreSQLModels? = nil) {
    var places: [String: String] = [:]
    func add(_ name: String, _ place: SourcePlace) {
      let text = "\(place.path):\(place.position.line):\(place.position.column)"
      if places[name] == nil { places[name] = text }
    }
    for model in graph.models {
      let table = model.table.name
      add(table, model.place)
      for column in model.origin.columns { add("\(table).\(column.name)", column.place) }
      for key in model.origin.keys { add("\(table).\(key.name)", key.place) }
    }
    self.init(
      target: graph.target, schema: graph.schema, places: places,
      syncedTables: Set(graph.models.filter { $0.mergeRules != nil }.map(\.table.name)), server: server)
  }
}

extension MigrationFolder {
  /// Reads the directives and statements of a target's migrations. Their names don't contain the suffix of the dialect.
  /// - Throws: `MigrationRefusal` if a file has an error, ``Misuse`` if a file can't be read.
  package init(of target: SourceTarget, _ migrations: EmbeddedMigrations, for dialect: MigrationDialect = .sqlite)
    throws
  {
    func file(_ path: String, _ name: String, _ text: String) -> File? {
      let other = MigrationDialect.postgreSQL.suffix
      guard name.hasSuffix(other) == (dialect == .postgreSQL) else { return nil }
      return File(path: path, name: String(name.dropLast(dialect.suffix.count)), text: text)
    }
    try self.init(
      path: target.migrationFolder, files: migrations.files.compactMap { file($0.path, $0.name, $0.sql) },
      undos: migrations.undos.compactMap { file($0.path, $0.name, $0.sql) },
      steps: try target.declaredSteps().compactMap { file($0.path, $0.name, $0.text) },
      records: try target.recordedSchemas().compactMap { file($0.path, $0.name, $0.text) }, dialect: dialect)
  }
}
