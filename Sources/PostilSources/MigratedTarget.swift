import PostilCompiler
import PostilMigrations
import PostilTranslation

/// A target's models, and the files of its folder `Migrations` for SQLite.
package struct MigratedTarget {
  package var models: MigrationModels
  package var folder: MigrationFolder

  /// The targets with a separate schema.
  /// - Parameters:
  ///   - targets: all targets, dependencies included.
  ///   - graphs: the compiled targets that aren't dependencies.
  ///   - read: reads a target's folder `Migrations`.
  /// - Throws: `MigrationRefusal` if a file has an error, ``Misuse`` if a file can't be read; what `read` throws.
  package static func all(
    _ targets: [SourceTarget], _ graphs: [ModelGraph], reading read: (SourceTarget) throws -> EmbeddedMigrations
  ) throws -> [MigratedTarget] {
    try targets.wholes(graphs).map { target, graph in
      MigratedTarget(models: MigrationModels(graph), folder: try MigrationFolder(of: target, try read(target)))
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
  package init(_ graph: ModelGraph) {
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
    self.init(target: graph.target, schema: graph.schema, places: places)
  }
}

extension MigrationFolder {
  /// Reads the directives and statements of a target's migrations for SQLite.
  /// - Throws: `MigrationRefusal` if a file has an error, ``Misuse`` if a file can't be read.
  package init(of target: SourceTarget, _ migrations: EmbeddedMigrations) throws {
    try self.init(
      path: target.migrationFolder, files: migrations.files.filter { !$0.isPostgreSQL }.map(File.init),
      undos: migrations.undos.filter { !$0.isPostgreSQL }.map(File.init),
      steps: try target.declaredSteps().filter { !$0.name.hasSuffix(".postgresql") }
        .map { File(path: $0.path, name: $0.name, text: $0.text) })
  }

  /// Reads the directives and statements of a target's migrations for PostgreSQL. They have names without `.postgresql`.
  /// - Throws: `MigrationRefusal` if a file has an error.
  package init(forPostgreSQLOf target: SourceTarget, _ migrations: EmbeddedMigrations) throws {
    func files(_ files: [EmbeddedMigrations.File]) -> [File] {
      files.filter(\.isPostgreSQL).map { file in
        File(path: file.path, name: String(file.name.dropLast(".postgresql".count)), text: file.sql)
      }
    }
    try self.init(
      path: target.migrationFolder, files: files(migrations.files), undos: files(migrations.undos),
      steps: try target.declaredSteps().filter { $0.name.hasSuffix(".postgresql") }.map { step in
        File(path: step.path, name: String(step.name.dropLast(".postgresql".count)), text: step.text)
      }, by: PostgreSQLScript.statements)
  }
}

extension MigrationFolder.File {
  fileprivate init(_ file: EmbeddedMigrations.File) { self.init(path: file.path, name: file.name, text: file.sql) }
}

extension EmbeddedMigrations.File {
  /// Whether it is a migration for PostgreSQL, or its undo.
  fileprivate var isPostgreSQL: Bool { name.hasSuffix(".postgresql") }
}
