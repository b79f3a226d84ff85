/// Texts as Swift string literals, for lines that a user copies into a model.
enum SwiftText {
  /// `"name"`, or `#"a "quoted" name"#`; control characters are escaped.
  static func literal(_ text: String) -> String {
    let isPrintable = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    guard isPrintable else {
      let escaped = text.unicodeScalars.map { scalar -> String in
        let isEscaped = scalar.value < 0x20 || scalar.value == 0x7F || scalar == "\"" || scalar == "\\"
        return isEscaped ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
      }
      return "\"\(escaped.joined())\""
    }
    guard text.contains("\"") || text.contains("\\") else { return "\"\(text)\"" }
    var marks = "#"
    while text.contains("\"\(marks)") || text.contains("\\\(marks)") { marks += "#" }
    return "\(marks)\"\(text)\"\(marks)"
  }
}
