import Foundation
import PostilCompiler

/// Diagnostics for other programs.
///
///     [{"code": "nullableUnique", "column": 7, "file": "Item.swift", "line": 3, "message": "…", "severity": "warning"}]
///
/// Errors that a build also reports have no `code`. Diagnostics about a whole file have no `line` and `column`. `notes`
/// contains related places in the same form.
enum DiagnosticJSON {
  private struct Entry: Encodable {
    var severity: String
    var code: String?
    var file: String
    var line: Int?
    var column: Int?
    var message: String
    var notes: [Entry]?

    init(_ diagnostic: Diagnostic) {
      severity = diagnostic.severity.rawValue
      code = diagnostic.code?.rawValue
      file = diagnostic.path
      line = diagnostic.position?.line
      column = diagnostic.position?.column
      message = diagnostic.message
      notes = diagnostic.notes.isEmpty ? nil : diagnostic.notes.map(Entry.init)
    }
  }

  /// An array with one object per diagnostic, with a line break at the end.
  static func text(_ diagnostics: [Diagnostic]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(diagnostics.map(Entry.init)), as: UTF8.self) + "\n"
  }
}
