import PostilCompiler
#if PostgreSQL
  import PostilDialects
#endif

/// One run of the compiler for a target. It reads the sources, reports errors and writes the outputs.
struct Compilation {
  private var arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  /// - Throws: ``Misuse`` if a file can't be read or written.
  func run() throws -> ExitStatus {
    let sources = try arguments.sources.map { CompilerPipeline.Source(path: $0, bytes: try Files.read($0)) }
    let pipeline = CompilerPipeline(target: arguments.target)
    #if PostgreSQL
      let dialect = arguments.isForPostgreSQL ? DDLDialect.postgresql : .sqlite
      let result = pipeline.run(sources: sources, dependencies: try dependencies(), dialect: dialect)
    #else
      let result = pipeline.run(sources: sources, dependencies: try dependencies())
    #endif
    let migrations = migrations()
    let diagnostics = result.diagnostics + migrations.diagnostics
    for line in diagnostics.flatMap(\.lines) { StandardError.write(line) }
    guard let graph = result.graph, !diagnostics.contains(where: { $0.severity == .error }) else { return .finding }
    for line in migrations.warnings(for: graph).flatMap(\.lines) { StandardError.write(line) }
    try write(Emitter(graph: graph, migrations: migrations.files))
    return .success
  }

  /// The files of the target's `Migrations` folder. An unreadable file is reported as an error.
  private func migrations() -> EmbeddedMigrations {
    var sources: [CompilerPipeline.Source] = []
    var unreadable: [(path: String, reason: String)] = []
    for path in arguments.migrations {
      do {
        sources.append(CompilerPipeline.Source(path: path, bytes: try Files.read(path)))
      } catch {
        unreadable.append((path, "\(error)"))
      }
    }
    var migrations = EmbeddedMigrations(reading: sources)
    for (path, reason) in unreadable { migrations.addUnreadable(path, reason: reason) }
    return migrations
  }

  /// Groups the files by module.
  private func dependencies() throws -> [CompilerPipeline.Dependency] {
    var byModule: [String: [CompilerPipeline.Source]] = [:]
    for (module, path) in arguments.dependencies {
      byModule[module, default: []].append(CompilerPipeline.Source(path: path, bytes: try Files.read(path)))
    }
    return byModule.sorted { $0.key < $1.key }.map { CompilerPipeline.Dependency(module: $0.key, sources: $0.value) }
  }

  /// Writes every declared output, even if its source no longer has models, because the build waits for it. The models
  /// of a source without its own output, which was annotated after the build was planned, are written with the schema.
  private func write(_ emitter: Emitter) throws {
    for source in arguments.sources {
      guard let output = arguments.outputs[source] else { continue }
      try Files.write(emitter.file(for: source).text, to: output)
    }
    let others = emitter.annotatedSources.filter { arguments.outputs[$0] == nil }
    try Files.write(emitter.schemaFile(including: others).text, to: arguments.schemaOutput)
  }
}
