import PostilCompiler

/// Texts as Swift's string literals.
enum SwiftText {
  /// A literal on one line: `"name"`, or `#"a "quoted" name"#`.
  static func literal(_ text: String) -> String { SwiftLiteral.string(text) }

  /// The lines of a note with SQL in it, a literal of several lines where the SQL has them.
  static func note(_ start: String, sql: String, _ end: String) -> [String] {
    let lines = lines(of: sql)
    guard lines.count > 1 || start.count + sql.count + end.count > 110 else { return [start + literal(sql) + end] }
    let text = lines.joined(separator: "\n")
    let marks = SwiftLiteral.delimiter(for: text, quotes: "\"\"\"")
    return ["\(start)\(marks)\"\"\""] + lines.map { $0.isEmpty ? "" : "  \($0)" } + ["  \"\"\"\(marks)\(end)"]
  }

  /// The lines of a text, whatever ends them, without spaces behind them.
  static func lines(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      String(line.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
  }
}
