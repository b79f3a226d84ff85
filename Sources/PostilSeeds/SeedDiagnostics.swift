import PostilCompiler

/// Collects the mistakes in seed files.
final class SeedDiagnostics {
  private var diagnostics: [Diagnostic] = []

  var isEmpty: Bool { diagnostics.isEmpty }

  func error(_ message: String, at place: SourcePlace) {
    diagnostics.append(Diagnostic(.error, message, path: place.path, position: place.position))
  }

  /// The mistakes in the order of the files and of their places.
  var sorted: [Diagnostic] {
    diagnostics.sorted { ($0.path, $0.position?.offset ?? 0) < ($1.path, $1.position?.offset ?? 0) }
  }
}

/// A mistake in seed files. Nothing was changed.
package struct SeedFailure: Error {
  package var diagnostics: [Diagnostic]
}
