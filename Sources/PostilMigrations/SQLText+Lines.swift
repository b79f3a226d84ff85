import PostilSQL
import PostilSchema

extension SQLText {
  /// The form in which a token with this name is compared.
  static func token(_ name: String) -> String { SQLToken(naming: name).text }

  /// The text with line breaks and control characters replaced by spaces.
  static func onOneLine(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { ($0.value < 0x20 && $0 != "\t") || $0.value == 0x7F ? " " : $0 }))
  }
}

extension SQLToken {
  /// A name in quotes.
  init(naming name: String) {
    self.init(kind: .quotedName, source: Substring(SQLText.identifier(name)), offset: 0, isSpaced: false)
  }

  /// The key of the name that the token can be; `nil` for text, numbers and symbols.
  var nameKey: String? { isName ? foldedName : nil }

  /// Whether the token is a string literal.
  var isText: Bool { kind == .text }
}

extension RandomAccessCollection<SQLToken> where Index == Int {
  /// The keys of the names in the tokens, including keywords.
  var nameKeys: Set<String> { Set(compactMap(\.nameKey)) }

  /// The tokens on one line, as written, except those that `change` replaces. A line break in a string literal is
  /// written as `char(10)`.
  func onOneLine(_ change: (Int) -> String?) -> String {
    var result = ""
    for index in indices {
      if index > startIndex, self[index].isSpaced { result += " " }
      result += change(index) ?? self[index].oneLineSource
    }
    return result
  }

  /// The tokens on one line, even if string literals contain line breaks.
  var safeLine: String { onOneLine { _ in nil } }
}

extension SQLToken {
  fileprivate var oneLineSource: String {
    guard isText, source.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" }) else {
      return SQLText.onOneLine(String(source))
    }
    var result = "("
    for scalar in source.unicodeScalars {
      switch scalar {
      case "\n": result += "' || char(10) || '"
      case "\r": result += "' || char(13) || '"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + ")"
  }
}
