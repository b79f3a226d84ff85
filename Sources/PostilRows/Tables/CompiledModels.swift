import PostilCompiler
import PostilSQL
import PostilSchema
import PostilSources

/// The compiled targets, with the cases of their enums.
package struct CompiledModels: Sendable {
  package var graphs: [ModelGraph] = []
  /// The names of the cases of each enum, by its full name, in the order of the source.
  package var enumCases: [String: [String]] = [:]
  /// The names of the cases of each enum by their raw values, as far as these are plain literals.
  package var rawCases: [String: [JSONTree: String]] = [:]

  /// - Throws: ``CompilationFailure`` with all errors, `Misuse` if a file can't be read.
  package init(_ targets: [SourceTarget]) throws {
    var errors: [String] = []
    for (target, dependencies) in try targets.withDependencies() {
      let sources = try target.sources()
      let result = CompilerPipeline(target: target.name).run(sources: sources, dependencies: dependencies)
      errors += result.diagnostics.filter { $0.severity == .error }.flatMap(\.lines)
      if let graph = result.graph { graphs.append(graph) }
      read(sources, in: nil)
      for dependency in dependencies { read(dependency.sources, in: dependency.module) }
    }
    guard errors.isEmpty else { throw CompilationFailure(lines: errors) }
  }

  /// Compiles the sources of a target that has no dependencies, and leaves out what has errors.
  package init(target: String, _ sources: [CompilerPipeline.Source]) {
    let result = CompilerPipeline(target: target).run(sources: sources)
    graphs = result.graph.map { [$0] } ?? []
    read(sources, in: nil)
  }

  private mutating func read(_ sources: [CompilerPipeline.Source], in module: String?) {
    for source in sources {
      guard let tree = try? parseSource(path: source.path, bytes: source.bytes) else { continue }
      for type in tree.types { read(type, in: module) }
    }
  }

  private mutating func read(_ type: TypeDeclaration, in scope: String?) {
    let name = scope.map { "\($0).\(type.name.text)" } ?? type.name.text
    if type.kind == .enum, enumCases[name] == nil {
      enumCases[name] = type.cases.map(\.name.text)
      let values = type.cases.compactMap { each in Self.rawValue(of: each).map { ($0, each.name.text) } }
      rawCases[name] = Dictionary(values, uniquingKeysWith: { first, _ in first })
    }
    for nested in type.types { read(nested, in: name) }
  }

  private static func rawValue(of declaration: EnumCaseDeclaration) -> JSONTree? {
    guard let literal = declaration.rawValue?.text else { return .string(declaration.name.text) }
    if let number = Int64(literal) { return .integer(number) }
    guard literal.count >= 2, literal.hasPrefix("\""), literal.hasSuffix("\""), !literal.contains("\\") else {
      return nil
    }
    return .string(String(literal.dropFirst().dropLast()))
  }

  /// The models and views of all targets. A model that several targets import is contained once.
  package var structs: [(model: ResolvedModel, graph: ModelGraph)] {
    var seen: Set<String> = []
    return graphs.flatMap { graph in
      (graph.models + graph.views).filter { seen.insert($0.table.name.foldedName).inserted }.map { ($0, graph) }
    }
  }

  /// The tables of all targets, including those without a model.
  package var tables: [Table] {
    var seen: Set<String> = []
    return graphs.flatMap(\.schema.tables).filter { seen.insert($0.name.foldedName).inserted }
  }
}

/// The models have errors.
package struct CompilationFailure: Error {
  /// The errors in the compiler's format.
  package var lines: [String]
}
