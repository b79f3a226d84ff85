import PostilCompiler
import PostilDialects
import PostilRows
import PostilSchema
import PostilSources

extension Studio {
  /// The statements that create the schema of the models, in a dialect. What the dialect doesn't support is listed in `diagnostics`.
  func ddl(for dialect: DDLDialect) throws -> JSONTree {
    guard dialect == .postgresql else {
      return ["sql": .string(Self.script(wholeGraphs, dialect)), "diagnostics": []]
    }
    var graphs: [ModelGraph] = []
    var lines: [String] = []
    for (target, dependencies) in try targets.withDependencies() {
      let result = CompilerPipeline(target: target.name).run(
        sources: try target.sources(), dependencies: dependencies, dialect: dialect, checksQueries: false)
      lines += result.diagnostics.flatMap(\.lines)
      guard !result.diagnostics.contains(where: { $0.severity == .error }), let graph = result.graph else { continue }
      graphs.append(graph)
    }
    return ["sql": .string(Self.script(graphs.wholes, dialect)), "diagnostics": .strings(lines)]
  }

  private static func script(_ graphs: [ModelGraph], _ dialect: DDLDialect) -> String {
    DDLScript.joined(graphs.map { $0.schema.script(for: dialect) }, dialect: dialect).text
  }

  /// The targets with a schema of their own. The schema of an imported target is part of the importing target's.
  var wholeGraphs: [ModelGraph] { graphs.wholes }
}
