/// What the compiler has to say about a place in the source: what is wrong, and what to write.
public struct Diagnostic: Hashable, Sendable {
  /// How much a finding weighs; only an error stops the build.
  public enum Severity: String, Hashable, Sendable {
    case error, warning, note
  }

  /// How much it weighs.
  public var severity: Severity
  /// One sentence, names in single quotes, ending in what to write.
  public var message: String
  /// The file's path, as it was given to the tool.
  public var path: String
  /// `nil` where the whole file is meant.
  public var position: SourcePosition?
  /// What `postil check` calls a finding, `nil` for everything that a build says too.
  public var code: LintCode?
  /// Further places that explain this one.
  public var notes: [Diagnostic]

  /// Makes a diagnostic; most have no notes.
  public init(
    _ severity: Severity, _ message: String, path: String, position: SourcePosition?, code: LintCode? = nil,
    notes: [Diagnostic] = []
  ) {
    self.severity = severity
    self.message = message
    self.path = path
    self.position = position
    self.code = code
    self.notes = notes
  }

  /// The diagnostic as the Swift compiler writes one: `file:line:column: error: message`, a finding's code in brackets
  /// behind it and its notes below it.
  public var lines: [String] {
    let place = position.map { "\(path):\($0.line):\($0.column)" } ?? path
    let suffix = code.map { " [\($0.rawValue)]" } ?? ""
    return ["\(place): \(severity.rawValue): \(message)\(suffix)"] + notes.flatMap(\.lines)
  }
}
