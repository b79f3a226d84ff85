import PostilCompiler
import PostilLint
import Testing

/// What `postil check` finds in a file that compiles: `line:column code`, one each.
func findings(_ text: String, profile: LintProfile? = nil, sourceLocation: SourceLocation = #_sourceLocation)
  -> [String]
{
  lint(text, profile: profile, sourceLocation: sourceLocation).map {
    "\($0.position.map { "\($0.line):\($0.column)" } ?? "") \($0.code?.rawValue ?? $0.message)"
  }
}

/// What `postil check` finds in a file that compiles.
func lint(_ text: String, profile: LintProfile? = nil, sourceLocation: SourceLocation = #_sourceLocation)
  -> [Diagnostic]
{
  let sources = [CompilerPipeline.Source(path: "Models.swift", bytes: Array(text.utf8))]
  let result = CompilerPipeline(target: "Tasks").check(sources: sources, profile: profile)
  #expect(result.graph != nil, "\(result.diagnostics.flatMap(\.lines))", sourceLocation: sourceLocation)
  return result.diagnostics
}

/// The codes alone.
func codes(_ text: String, profile: LintProfile? = nil, sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
  lint(text, profile: profile, sourceLocation: sourceLocation).map { $0.code?.rawValue ?? $0.message }
}

/// A model `Project` for others to refer to.
let projectModel = "\n// @table\nstruct Project: Sendable {\n  let id: ID\n}\n"
