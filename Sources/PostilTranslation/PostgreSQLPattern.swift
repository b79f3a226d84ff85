/// Patterns of `GLOB`. Source: SQLite, "SQL Language Expressions", section 5; PostgreSQL 15, section 9.7.3.
package enum PostgreSQLPattern {
  /// The equivalent regular expression. A pattern with an unclosed bracket matches nothing.
  package static func expression(for glob: String) -> String {
    var result = "^"
    var rest = glob.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*": result += ".*"
      case "?": result += "."
      case "[":
        guard let set = set(&rest) else { return Self.nothing }
        result += set
      case ".", "+", "(", ")", "{", "}", "|", "^", "$", "\\", "]": result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "$"
  }

  /// An expression that no text matches.
  private static let nothing = "^(?!)"

  /// The bracket expression for the set that follows `[`; `nil` if it isn't closed.
  private static func set(_ rest: inout Substring.UnicodeScalarView) -> String? {
    let isNegated = rest.first == "^"
    if isNegated { rest.removeFirst() }
    var members = ""
    /// The character before, with which a range can begin.
    var previous: Unicode.Scalar?
    var isFirst = true
    while let scalar = rest.popFirst() {
      if scalar == "]", !isFirst {
        // A negated empty set matches any character, an empty one none.
        if members.isEmpty { return isNegated ? "." : "(?!)" }
        return "[\(isNegated ? "^" : "")\(members)]"
      }
      if scalar == "-", let low = previous, let high = rest.first, high != "]" {
        rest.removeFirst()
        if low <= high { members += "\(escaped(low))-\(escaped(high))" }
        previous = nil
      } else {
        members += escaped(scalar)
        previous = scalar
      }
      isFirst = false
    }
    return nil
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "[", "]", "\\", "^", "-", ".", ":", "=": "\\\(scalar)"
    default: String(scalar)
    }
  }
}
