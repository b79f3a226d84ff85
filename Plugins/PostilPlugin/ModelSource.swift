import Foundation

/// A source as the plugin sees it: its text, without the compiler that reads it.
enum ModelSource {
  /// Whether a source could hold a model: one of its `//` comments names `@table`, `@view(` or
  /// `@projection`. What it really holds is for
  /// `postilc` to say.
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
