import PostilCompiler
import PostilSchema
import Testing

/// Compiles sources that must be right.
/// - Parameter files: the text of each file by its path; a single text is `Models.swift`.
func compile(_ files: [String: String], sourceLocation: SourceLocation = #_sourceLocation) throws -> ModelGraph {
  let sources = files.sorted { $0.key < $1.key }
    .map { CompilerPipeline.Source(path: $0.key, bytes: Array($0.value.utf8)) }
  let result = CompilerPipeline(target: "Tasks").run(sources: sources)
  let text = result.diagnostics.flatMap(\.lines).joined(separator: "\n")
  #expect(text == "", sourceLocation: sourceLocation)
  return try #require(result.graph, sourceLocation: sourceLocation)
}

/// Compiles one file that must be right.
func compile(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> ModelGraph {
  try compile(["Models.swift": text], sourceLocation: sourceLocation)
}

/// The diagnostics of one file, a line each.
func diagnostics(_ text: String) -> String {
  CompilerPipeline(target: "Tasks").run(sources: [.init(path: "Models.swift", bytes: Array(text.utf8))])
    .diagnostics.flatMap(\.lines).joined(separator: "\n")
}

/// A model called `Item` with a generated key and the members given.
func item(_ members: String, notes: String = "") -> String {
  """
  // @table \(notes)
  struct Item: Sendable {
    let id: ID
    \(members)
  }
  """
}

extension ModelGraph {
  /// The model of that name.
  func model(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> ResolvedModel {
    try #require(models.first { $0.swiftName == name }, sourceLocation: sourceLocation)
  }

  /// The table of that name.
  func table(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Table {
    try #require(schema.tables.first { $0.name == name }, sourceLocation: sourceLocation)
  }

  /// A relationship as `Item.project`.
  func relationship(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> ResolvedRelationship {
    let parts = path.split(separator: ".").map(String.init)
    let model = try model(parts[0], sourceLocation: sourceLocation)
    return try #require(model.relationships.first { $0.name == parts[1] }, sourceLocation: sourceLocation)
  }
}
