import PostilCompiler
import PostilLint
import PostilRows
import PostilSources

extension Studio {
  /// The findings of `postil check` in the models' sources as they are now.
  func findings() throws -> JSONTree {
    var diagnostics: [Diagnostic] = []
    for (target, dependencies) in try targets.withDependencies() {
      diagnostics +=
        CompilerPipeline(target: target.name)
        .check(sources: try target.sources(), dependencies: dependencies).diagnostics
    }
    return ["findings": .array(diagnostics.map(Self.json))]
  }

  private static func json(_ diagnostic: Diagnostic) -> JSONTree {
    [
      "file": .string(diagnostic.path), "line": .optional(diagnostic.position?.line),
      "column": .optional(diagnostic.position?.column), "severity": .string(diagnostic.severity.rawValue),
      "message": .string(diagnostic.message), "code": .optional(diagnostic.code?.rawValue),
      "notes": .array(diagnostic.notes.map(json)),
    ]
  }
}
