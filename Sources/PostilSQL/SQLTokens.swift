/// SQL cut into tokens; white space and comments are dropped.
package struct SQLTokens {
  /// A word, a text, a name in quotes, or a single sign.
  package struct Token: Sendable {
    /// What the token means: a name or keyword in lower case and without quotes that it does not need, anything else as it
    /// is. Two texts mean the same when these are equal, token for token.
    package let text: String
    /// The token as it is written.
    package let source: Substring
    /// Whether it is a name in quotes, and so no keyword.
    package let isQuoted: Bool
    /// Whether white space or a comment comes before it.
    package let isSpaced: Bool
  }

  /// The tokens, in order.
  package private(set) var tokens: [Token] = []

  /// Cuts `sql`. What is no SQL, such as a quote that is never closed, is a token like any other.
  package init(_ sql: String) {
    var scanner = Scanner(sql)
    while let token = scanner.next() { tokens.append(token) }
  }
}

/// Moves through SQL, token by token. Source: SQLite, "SQL Language Expressions" and `tokenize.c`.
private struct Scanner {
  private let sql: String
  private let bytes: [UInt8]
  private var position = 0
  /// The place of `position` in the text.
  private var place: String.Index

  init(_ sql: String) {
    self.sql = sql
    bytes = Array(sql.utf8)
    place = sql.startIndex
  }

  mutating func next() -> SQLTokens.Token? {
    let from = position
    let isSpaced = skipSpace()
    guard let first = peek() else { return nil }
    let start = position
    switch first {
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
      skipQuoted(closing: first)
    case UInt8(ascii: "["):
      skipQuoted(closing: UInt8(ascii: "]"))
    case let byte where Self.isWord(byte):
      while let byte = peek(), Self.isWord(byte) { advance() }
    default:
      advance()
    }
    let begin = sql.utf8.index(place, offsetBy: start - from)
    place = sql.utf8.index(begin, offsetBy: position - start)
    let source = sql[begin..<place]
    let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "`") || first == UInt8(ascii: "[")
    return SQLTokens.Token(
      text: isQuoted ? Self.name(in: source) : Self.isWord(first) ? source.foldedName : String(source),
      source: source,
      isQuoted: isQuoted, isSpaced: isSpaced)
  }

  private func peek(_ offset: Int = 0) -> UInt8? {
    let index = position + offset
    return index < bytes.count ? bytes[index] : nil
  }

  private mutating func advance() { position += 1 }

  /// Skips white space and comments, and says whether there were any.
  private mutating func skipSpace() -> Bool {
    let start = position
    while let byte = peek() {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        advance()
      } else if byte == UInt8(ascii: "-"), peek(1) == byte {
        while let byte = peek(), byte != 0x0A { advance() }
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        advance()
        advance()
        while peek() != nil, !(peek() == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) { advance() }
        if peek() != nil {
          advance()
          advance()
        }
      } else {
        break
      }
    }
    return position > start
  }

  /// Skips a quoted text; a quote in it is doubled.
  private mutating func skipQuoted(closing: UInt8) {
    advance()
    while let byte = peek() {
      advance()
      if byte == closing {
        guard peek() == closing, closing != UInt8(ascii: "]") else { return }
        advance()
      }
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  /// The name in quotes, in lower case; it keeps double quotes where it is not a plain word.
  private static func name(in source: Substring) -> String {
    let content = source.dropFirst().dropLast().foldedName
    let isPlain = !content.isEmpty && content.utf8.allSatisfy(isWord)
    return isPlain ? content : "\"\(content)\""
  }
}

extension SQLTokens.Token {
  /// Whether the token is this keyword, which is written in lower case here; a name in quotes is none.
  package func `is`(_ keyword: String) -> Bool { !isQuoted && text == keyword }

  /// The name that the token writes, with its case and without quotes.
  package var name: String {
    guard let first = source.utf8.first else { return "" }
    let quotes: [UInt8: String] = [
      UInt8(ascii: "\""): "\"", UInt8(ascii: "`"): "`", UInt8(ascii: "'"): "'", UInt8(ascii: "["): "]",
    ]
    guard let closing = quotes[first], source.count > 1 else { return String(source) }
    let content = String(source.dropFirst().dropLast())
    return closing == "]"
      ? content
      : content.split(separator: closing + closing, omittingEmptySubsequences: false).joined(separator: closing)
  }
}

extension RandomAccessCollection<SQLTokens.Token> where Index == Int {
  /// The tokens as they are written, with single spaces and without comments.
  package var onOneLine: String {
    enumerated().map { ($0.offset > 0 && $0.element.isSpaced ? " " : "") + $0.element.source }.joined()
  }

  /// What the tokens mean: equal for two pieces of SQL that mean the same.
  package var meaning: String { map(\.text).joined(separator: " ") }

  /// The place of the parenthesis that closes the one at `start`; `nil` where none does.
  package func closing(of start: Int) -> Int? {
    var depth = 0
    for index in start..<endIndex where !self[index].isQuoted {
      if self[index].text == "(" { depth += 1 }
      if self[index].text == ")" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// The tokens cut at commas that stand in no parentheses.
  package var splitAtCommas: [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    var depth = 0
    for index in indices where !self[index].isQuoted {
      switch self[index].text {
      case "(": depth += 1
      case ")": depth -= 1
      case "," where depth == 0:
        parts.append(self[start..<index])
        start = index + 1
      default: break
      }
    }
    if start < endIndex { parts.append(self[start..<endIndex]) }
    return parts
  }
}
