/// A position in a file of the target.
package struct SourcePlace: Hashable, Sendable {
  package var path: String
  package var position: SourcePosition

  package init(path: String, position: SourcePosition) { (self.path, self.position) = (path, position) }
}

/// Collects the diagnostics of all stages. Each stage continues after an error, so that one run reports all of them.
package final class DiagnosticReport {
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var hasErrors = false

  /// Adds an error, with notes at other places that explain it.
  package func error(_ message: String, at place: SourcePlace, notes: [(message: String, place: SourcePlace)] = []) {
    hasErrors = true
    diagnostics.append(
      Diagnostic(
        .error, message, path: place.path, position: place.position,
        notes: notes.map { Diagnostic(.note, $0.message, path: $0.place.path, position: $0.place.position) }))
  }

  /// Adds a finding of `postil check`.
  package func warning(
    _ message: String, code: LintCode, at place: SourcePlace, notes: [(message: String, place: SourcePlace)] = []
  ) {
    diagnostics.append(
      Diagnostic(
        .warning, message, path: place.path, position: place.position, code: code,
        notes: notes.map { Diagnostic(.note, $0.message, path: $0.place.path, position: $0.place.position) }))
  }

  /// Adds an error without a place in the source.
  package func error(_ message: String) {
    hasErrors = true
    diagnostics.append(Diagnostic(.error, message, path: "postil", position: nil))
  }

  /// All diagnostics without duplicates, sorted by file and position.
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
