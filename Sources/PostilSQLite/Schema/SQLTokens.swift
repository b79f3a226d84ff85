/// SQL cut into tokens; white space and comments are dropped.
struct SQLTokens {
  struct Token {
    /// What the token means: a name or keyword in lower case and without quotes that it does not need, anything else as it
    /// is. Two texts mean the same when these are equal, token for token.
    let text: String
    /// The token as it is written.
    let source: Substring
    /// Whether it is a name in quotes, and so no keyword.
    let isQuoted: Bool
    /// Whether white space or a comment comes before it.
    let isSpaced: Bool
  }

  private(set) var tokens: [Token] = []

  /// Cuts `sql`. What is no SQL, such as a quote that is never closed, is a token like any other.
  init(_ sql: String) {
    var scanner = Scanner(sql)
    while let token = scanner.next() { tokens.append(token) }
  }
}

/// Moves through SQL, token by token. Source: SQLite, "SQL Language Expressions" and `tokenize.c`.
private struct Scanner {
  private let text: Substring.UTF8View
  private var position: Substring.UTF8View.Index

  init(_ sql: String) {
    text = Substring(sql).utf8
    position = text.startIndex
  }

  mutating func next() -> SQLTokens.Token? {
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
    let source = Substring(text[start..<position])
    let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "`") || first == UInt8(ascii: "[")
    return SQLTokens.Token(
      text: isQuoted ? Self.name(in: source) : Self.isWord(first) ? source.lowercased() : String(source),
      source: source,
      isQuoted: isQuoted, isSpaced: isSpaced)
  }

  private func peek(_ offset: Int = 0) -> UInt8? {
    guard let index = text.index(position, offsetBy: offset, limitedBy: text.endIndex), index < text.endIndex else {
      return nil
    }
    return text[index]
  }

  private mutating func advance() { position = text.index(after: position) }

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
    let content = source.dropFirst().dropLast().lowercased()
    let isPlain = !content.isEmpty && content.utf8.allSatisfy(isWord)
    return isPlain ? content : "\"\(content)\""
  }
}
