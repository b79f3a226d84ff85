/// An error, warning or note of the compiler for a place in the source: what is wrong, and what to write instead.
public struct Diagnostic: Hashable, Sendable {
  /// The severity of a diagnostic. Only an error stops the build.
  public enum Severity: String, Hashable, Sendable {
    case error, warning, note
  }

  /// The severity. Only an error stops the build.
  public var severity: Severity
  /// One sentence, with names in single quotes, that ends with what to write instead.
  public var message: String
  /// The path of the file, as passed to the tool.
  public var path: String
  /// The position in the file, or `nil` if the diagnostic applies to the whole file.
  public var position: SourcePosition?
  /// The code of a finding of `postil check`, or `nil` for a diagnostic that a build also reports.
  public var code: LintCode?
  /// Notes at other places that explain this diagnostic.
  public var notes: [Diagnostic]

  /// Creates a diagnostic, by default without a code and notes.
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

  /// The diagnostic in the format of the Swift compiler: `file:line:column: error: message`. The code of a finding
  /// follows in brackets, and each note on its own line.
  public var lines: [String] {
    let place = position.map { "\(path):\($0.line):\($0.column)" } ?? path
    let suffix = code.map { " [\($0.rawValue)]" } ?? ""
    return ["\(place): \(severity.rawValue): \(message)\(suffix)"] + notes.flatMap(\.lines)
  }
}
