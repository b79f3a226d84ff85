/// Texts as Swift string literals.
enum SwiftText {
  /// A literal on one line: `"name"`, or `#"a "quoted" name"#`.
  static func literal(_ text: String) -> String {
    let hasBreak = text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    if hasBreak {
      let escaped = text.unicodeScalars.map { scalar -> String in
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default:
          scalar.value < 0x20 || scalar.value == 0x7F ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
      }
      return "\"\(escaped.joined())\""
    }
    guard text.contains("\"") || text.contains("\\") else { return "\"\(text)\"" }
    let marks = marks(for: text, closing: "\"")
    return "\(marks)\"\(text)\"\(marks)"
  }

  /// The lines of an annotation with SQL in it, with a multi-line literal if the SQL has several lines.
  static func note(_ start: String, sql: String, _ end: String) -> [String] {
    let lines = lines(of: sql)
    guard lines.count > 1 || start.count + sql.count + end.count > 110 else { return [start + literal(sql) + end] }
    let text = lines.joined(separator: "\n")
    let marks = marks(for: text, closing: "\"\"\"")
    return ["\(start)\(marks)\"\"\""] + lines.map { $0.isEmpty ? "" : "  \($0)" } + ["  \"\"\"\(marks)\(end)"]
  }

  /// The lines of a text, for any line ending, without trailing spaces.
  static func lines(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      String(line.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
  }

  /// The number signs that a raw literal needs.
  private static func marks(for text: String, closing: String) -> String {
    guard text.contains(closing) || text.contains("\\") else { return "" }
    var marks = "#"
    while text.contains(closing + marks) || text.contains("\\" + marks) { marks += "#" }
    return marks
  }
}
