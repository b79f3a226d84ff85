import PostilQuery
import PostilSQL

extension JSONTree {
  /// The integers that JavaScript represents exactly.
  private static let exact = -(Int64(1) << 53)...(Int64(1) << 53)

  /// The cell of an integer: a number, or `{"int": "9223372036854775807"}` for one that JavaScript can't represent.
  package init(integerCell value: Int64) {
    self = Self.exact.contains(value) ? .integer(value) : ["int": .string(String(value))]
  }

  /// The cell of an SQL literal; `nil` for any other expression.
  package init?(sqlLiteral text: some StringProtocol) {
    let text = String(text)
    if let number = Int64(text) {
      self = JSONTree(integerCell: number)
    } else if let number = Double(text), number.isFinite {
      self = .number(number)
    } else if text.uppercased() == "NULL" {
      self = .null
    } else if let token = SQLLexer.tokens(of: text).first, token.text.utf8.count == text.utf8.count,
      text.hasPrefix("'"), text.hasSuffix("'"), text.utf8.count >= 2
    {
      self = .string(String(text.dropFirst().dropLast()).replacing("''", with: "'"))
    } else {
      return nil
    }
  }
}

extension SQLValue {
  /// The value of an SQL literal; `nil` for any other expression.
  package init?(sqlLiteral text: String) {
    if let number = Int64(text) {
      self = .integer(number)
    } else if let number = Double(text), number.isFinite {
      self = .real(number)
    } else if case .string(let text)? = JSONTree(sqlLiteral: text) {
      self = .text(text)
    } else {
      return nil
    }
  }
}
