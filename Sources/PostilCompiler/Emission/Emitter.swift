import PostilSchema

/// Writes a target's generated Swift: a file for each annotated source, and one for the schema.
public struct Emitter: Sendable {
  var graph: ModelGraph
  var ddl: String
  var fingerprint: String
  var migrations: [EmbeddedMigrations.File]

  /// - Parameters:
  /// - graph: the models, already checked for errors.
  /// - ddl: the statements that create the schema.
  ///   - fingerprint: changes exactly when `ddl` changes.
  ///   - migrations: the migration files that are embedded with the schema.
  public init(graph: ModelGraph, ddl: String, fingerprint: String, migrations: [EmbeddedMigrations.File] = []) {
    self.graph = graph
    self.ddl = ddl
    self.fingerprint = fingerprint
    self.migrations = migrations
  }

  /// Uses the schema's statements for SQLite.
  public init(graph: ModelGraph, migrations: [EmbeddedMigrations.File] = []) {
    let script = graph.schema.script()
    self.init(graph: graph, ddl: script.text, fingerprint: script.fingerprint, migrations: migrations)
  }

  /// All files: one for each annotated source in the order of the graph, then the schema's.
  public func files() -> [GeneratedFile] {
    annotatedSources.map { file(for: $0) } + [schemaFile()]
  }

  /// The paths of the sources that contain models, in the order of the graph.
  public var annotatedSources: [String] {
    graph.ownStructs.reduce(into: []) { paths, model in
      if paths.last != model.path, !paths.contains(model.path) { paths.append(model.path) }
    }
  }

  /// The file for one source. For a source without models, the file contains only a comment.
  public func file(for source: String) -> GeneratedFile {
    let file = SourceFile(source, in: graph)
    let text = file.models.isEmpty ? FileText.empty(for: source) : file.text()
    return GeneratedFile(source: source, name: FileText.name(for: source), text: text)
  }

  /// The schema's file.
  /// - Parameter sources: sources whose models are written into it because they have no separate file.
  public func schemaFile(including sources: [String] = []) -> GeneratedFile {
    let file = SchemaFile(graph: graph, ddl: ddl, fingerprint: fingerprint, migrations: migrations, sources: sources)
    let text = graph.ownStructs.isEmpty ? FileText.empty(for: "the sources of \(graph.target)") : file.text()
    return GeneratedFile(source: nil, name: "\(graph.target)Schema.swift", text: text)
  }
}
