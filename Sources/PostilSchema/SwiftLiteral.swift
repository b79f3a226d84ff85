/// Writes Swift string literals of any text.
package enum SwiftLiteral {
  /// `"text"`, or a raw literal if it contains a quote or a backslash: `#"DELETE FROM "item""#`.
  package static func string(_ text: String) -> String {
    if holdsControls(text) { return "\"" + escaped(text) + "\"" }
    let pounds = delimiter(for: text, quotes: "\"")
    return pounds + "\"" + text + "\"" + pounds
  }

  /// The lines of a multi-line literal, including the `"""` at both ends.
  package static func multilineString(_ lines: [String]) -> [String] {
    let text = lines.joined(separator: "\n")
    if lines.contains(where: holdsControls) { return ["\"\"\""] + lines.map(escaped) + ["\"\"\""] }
    let pounds = delimiter(for: text, quotes: "\"\"\"")
    return [pounds + "\"\"\""] + lines + ["\"\"\"" + pounds]
  }

  /// The lines of a text. A carriage return isn't a line break; it stays in its line.
  package static func lines(of text: String) -> [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  /// Whether the text contains characters that would be invisible or lost in source code.
  private static func holdsControls(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
  }

  /// The number of `#` that are needed so that `text` can't end the literal or contain an escape.
  package static func delimiter(for text: String, quotes: String) -> String {
    guard text.contains(quotes) || text.contains("\\") else { return "" }
    var pounds = "#"
    while text.contains(quotes + pounds) || text.contains("\\" + pounds) { pounds += "#" }
    return pounds
  }

  private static func escaped(_ text: String) -> String { text.unicodeScalars.map(escaped).joined() }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\"": return "\\\""
    case "\\": return "\\\\"
    default:
      return scalar.value < 0x20 || scalar.value == 0x7F ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
  }
}
