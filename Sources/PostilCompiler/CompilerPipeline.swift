import PostilSchema

/// The map of the compiler: source -> trees -> annotated models -> model graph -> verified graph -> files.
///
/// Each stage is a value in and a value out. A stage collects every mistake it finds before the pipeline stops.
public struct CompilerPipeline: Sendable {
  /// A Swift file to read.
  public struct Source: Sendable {
    /// The path that stands in diagnostics.
    public var path: String
    public var bytes: [UInt8]

    public init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// What a target's sources came to.
  public struct Result: Sendable {
    /// `nil` where a mistake left nothing that could be used.
    public var graph: ModelGraph?
    /// In the order of file and place.
    public var diagnostics: [Diagnostic]

    public init(graph: ModelGraph?, diagnostics: [Diagnostic]) {
      self.graph = graph
      self.diagnostics = diagnostics
    }
  }

  /// The Swift target that the sources belong to.
  public var target: String

  public init(target: String) { self.target = target }
}
