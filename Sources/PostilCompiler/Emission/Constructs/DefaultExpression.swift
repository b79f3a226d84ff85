/// The default value of a property, as written in the source.
enum DefaultExpression {
  /// Types of Swift and Foundation that have a public initializer without arguments.
  private static let knownTypes: Set<String> = ["Data", "Date", "String", "UUID"]

  /// Whether the expression can't refer to a declaration that isn't public: a literal, an empty collection, an enum
  /// case, or a new value of a known type.
  static func isSelfContained(_ expression: String) -> Bool {
    if ["true", "false", "nil", "[]", "[:]"].contains(expression) { return true }
    if isName(expression.dropFirst()), expression.hasPrefix(".") { return true }
    if expression.hasSuffix("()"), knownTypes.contains(String(expression.dropLast(2))) { return true }
    return isNumber(expression) || isPlainString(expression)
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
  }

  /// `12`, `-1.5`, `0xFF`, `1_000`. Exponents and operators aren't recognized, which is safe: the default then gets a
  /// name of its own.
  private static func isNumber(_ text: String) -> Bool {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard let first = digits.first, first.isASCII, first.isNumber else { return false }
    return digits.allSatisfy { $0.isASCII && ($0.isHexDigit || "xob._".contains($0)) }
  }

  /// One string literal without interpolation.
  private static func isPlainString(_ text: String) -> Bool {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\""), !text.contains("\\(") else { return false }
    return !text.dropFirst().dropLast().replacingEscapes().contains("\"")
  }
}

extension Substring {
  /// The text without escaped characters.
  fileprivate func replacingEscapes() -> String {
    var result = ""
    var isEscaped = false
    for character in self {
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
