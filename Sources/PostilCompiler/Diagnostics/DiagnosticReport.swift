/// A place in a file of the target.
struct SourcePlace: Hashable {
  var path: String
  var position: SourcePosition

  /// The place as a message names it: `Item.swift:3:7`, the folders left out.
  var brief: String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return "\(file):\(position.line):\(position.column)"
  }
}

/// Collects what the stages find; each stage goes on after a mistake, so that all of them are seen at once.
final class DiagnosticReport {
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var hasErrors = false

  /// Adds an error, with notes at the further places that explain it.
  func error(_ message: String, at place: SourcePlace, notes: [(message: String, place: SourcePlace)] = []) {
    hasErrors = true
    diagnostics.append(
      Diagnostic(
        .error, message, path: place.path, position: place.position,
        notes: notes.map { Diagnostic(.note, $0.message, path: $0.place.path, position: $0.place.position) }))
  }

  /// Adds a finding of `postil check`.
  func warning(
    _ message: String, code: LintCode, at place: SourcePlace, notes: [(message: String, place: SourcePlace)] = []
  ) {
    diagnostics.append(
      Diagnostic(
        .warning, message, path: place.path, position: place.position, code: code,
        notes: notes.map { Diagnostic(.note, $0.message, path: $0.place.path, position: $0.place.position) }))
  }

  /// Adds an error that concerns no place of the source.
  func error(_ message: String) {
    hasErrors = true
    diagnostics.append(Diagnostic(.error, message, path: "postil", position: nil))
  }

  /// Everything found, each once, in the order of file and place.
  var sorted: [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return diagnostics.enumerated()
      .sorted { lhs, rhs in
        let left = lhs.element
        let right = rhs.element
        if left.path != right.path { return left.path < right.path }
        let leftOffset = left.position?.offset ?? -1
        let rightOffset = right.position?.offset ?? -1
        return leftOffset != rightOffset ? leftOffset < rightOffset : lhs.offset < rhs.offset
      }
      .map(\.element)
      .filter { seen.insert($0).inserted }
  }
}
