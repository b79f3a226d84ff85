import Foundation

/// A source as seen by the plugin: its text, which only `postilc` parses.
enum ModelSource {
  /// Whether a source may contain a model: one of its `//` comments contains `@table`, `@view(` or `@projection`.
  /// `postilc` decides whether it does.
  static func couldHoldModel(_ source: URL) -> Bool {
    guard let bytes = try? Data(contentsOf: source), words.contains(where: { bytes.range(of: Data($0.utf8)) != nil })
    else { return false }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).contains { line in
      guard let comment = line.range(of: "//") else { return false }
      let text = line[comment.upperBound...]
      return !text.hasPrefix("/") && words.contains { text.contains($0) }
    }
  }

  private static let words = ["@table", "@view(", "@projection"]
}
