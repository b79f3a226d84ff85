import PostilCompiler
import PostilImport
import PostilSQL
import PostilSchema
import PostilSources

/// The compiled targets, with the cases of their enums.
package struct StudioModels: Sendable {
  package var graphs: [ModelGraph] = []
  /// The names of the cases of each enum, by its full name, in the order of the source.
  package var enumCases: [String: [String]] = [:]

  /// - Throws: ``StudioFailure`` with all errors.
  package init(_ targets: [SourceTarget]) throws {
    var errors: [String] = []
    do {
      for (target, dependencies) in try targets.withDependencies() {
        let sources = try target.sources()
        let result = CompilerPipeline(target: target.name).run(sources: sources, dependencies: dependencies)
        errors += result.diagnostics.filter { $0.severity == .error }.flatMap(\.lines)
        if let graph = result.graph { graphs.append(graph) }
        read(sources, in: nil)
        for dependency in dependencies { read(dependency.sources, in: dependency.module) }
      }
    } catch let misuse as Misuse {
      throw StudioFailure(misuse.description)
    }
    guard errors.isEmpty else { throw StudioFailure(errors.joined(separator: "\n")) }
  }

  /// Describes the tables of a file for which there are no models, as 'postil import' does.
  /// - Throws: ``StudioFailure``
  package init(importing path: String) throws {
    do {
      let files = try DatabaseImport(target: "Database", rowLimit: 10_000).run(path: path).files
      let sources = files.map { CompilerPipeline.Source(path: $0.name, bytes: Array($0.text.utf8)) }
      let result = CompilerPipeline(target: "Database").run(sources: sources)
      graphs = result.graph.map { [$0] } ?? []
      read(sources, in: nil)
    } catch {
      throw StudioFailure("\(error)")
    }
  }

  private mutating func read(_ sources: [CompilerPipeline.Source], in module: String?) {
    for source in sources {
      guard let tree = try? parseSource(path: source.path, bytes: source.bytes) else { continue }
      for type in tree.types { read(type, in: module) }
    }
  }

  private mutating func read(_ type: TypeDeclaration, in scope: String?) {
    let name = scope.map { "\($0).\(type.name.text)" } ?? type.name.text
    if type.kind == .enum, enumCases[name] == nil { enumCases[name] = type.cases.map(\.name.text) }
    for nested in type.types { read(nested, in: name) }
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
