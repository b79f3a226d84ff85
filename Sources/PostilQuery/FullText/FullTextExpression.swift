/// Text as an expression of FTS5. Source: SQLite, "SQLite FTS5 Extension", section 3.
enum FullTextExpression {
  /// The expression that nothing matches; FTS5 takes no empty one.
  private static let nothing = "\"\""

  /// Every word of a text as a string of its own, which FTS5 joins by `AND`.
  static func words(_ text: String, lastIsPrefix: Bool = false) -> String {
    let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0.value == 0 }.map { quoted(String($0)) }
    guard !words.isEmpty else { return nothing }
    return words.joined(separator: " ") + (lastIsPrefix ? "*" : "")
  }

  /// The words of a text one behind the other.
  static func phrase(_ text: String) -> String { quoted(withoutZeroBytes(text)) }

  /// An expression in some columns: `{"title" "body"} : (oil AND door)`.
  static func text(_ expression: String, in columns: [String]) -> String {
    columns.isEmpty || expression == nothing
      ? expression : "{\(columns.map(quoted).joined(separator: " "))} : (\(expression))"
  }

  /// FTS5 reads up to the first NUL.
  static func withoutZeroBytes(_ text: String) -> String {
    guard text.utf8.contains(0) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value == 0 ? " " : $0 }))
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}

/// What is asked about a match.
enum FullTextFunction: Sendable {
  case rank
  case bm25([Double])
  case highlight(Int, String, String)
  case snippet(Int, String, String, ellipsis: String, words: Int)
}
