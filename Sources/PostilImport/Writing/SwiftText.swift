import PostilSchema

/// Writes SQL in annotations of Swift source.
enum SwiftText {
  /// The lines of an annotation that contains SQL, with a multi-line literal if the SQL has several lines.
  static func note(_ start: String, sql: String, _ end: String) -> [String] {
    let lines = lines(of: sql)
    guard lines.count > 1 || start.count + sql.count + end.count > 110 else {
      return [start + SwiftLiteral.string(sql) + end]
    }
    let text = lines.joined(separator: "\n")
    let marks = SwiftLiteral.delimiter(for: text, quotes: "\"\"\"")
    return ["\(start)\(marks)\"\"\""] + lines.map { $0.isEmpty ? "" : "  \($0)" } + ["  \"\"\"\(marks)\(end)"]
  }

  /// The lines of a text, with any line endings, without trailing spaces.
  static func lines(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      String(line.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
  }
}
