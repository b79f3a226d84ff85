import PostilCompiler

/// One run of the compiler over a target: reads the sources, reports what is wrong with them, writes the outputs.
struct Compilation {
  private var arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  /// - Throws: ``Misuse`` when a file cannot be read or written.
  func run() throws -> ExitStatus {
    let sources = try arguments.sources.map { CompilerPipeline.Source(path: $0, bytes: try Files.read($0)) }
    let result = CompilerPipeline(target: arguments.target).run(sources: sources, dependencies: try dependencies())
    for line in result.diagnostics.flatMap(\.lines) { StandardError.write(line) }
    guard let graph = result.graph, !result.diagnostics.contains(where: { $0.severity == .error }) else {
      return .finding
    }
    try write(Emitter(graph: graph))
    return .success
  }

  /// The files of each module together.
  private func dependencies() throws -> [CompilerPipeline.Dependency] {
    var byModule: [String: [CompilerPipeline.Source]] = [:]
    for (module, path) in arguments.dependencies {
      byModule[module, default: []].append(CompilerPipeline.Source(path: path, bytes: try Files.read(path)))
    }
    return byModule.sorted { $0.key < $1.key }.map { CompilerPipeline.Dependency(module: $0.key, sources: $0.value) }
  }

  /// Every output that was declared is written, whatever became of its source since: the build waits for it. Models of
  /// a source without an output of its own (it was annotated after the build was planned) go with the schema.
  private func write(_ emitter: Emitter) throws {
    for source in arguments.sources {
      guard let output = arguments.outputs[source] else { continue }
      try Files.write(emitter.file(for: source).text, to: output)
    }
    let others = emitter.annotatedSources.filter { arguments.outputs[$0] == nil }
    try Files.write(emitter.schemaFile(including: others).text, to: arguments.schemaOutput)
  }
}
