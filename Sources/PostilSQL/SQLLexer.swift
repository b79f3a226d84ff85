/// Splits SQL into tokens. Source: SQLite, `tokenize.c`.
package struct SQLLexer {
  private let bytes: [UInt8]
  private var position = 0

  /// The tokens of a text. Any text can be split: a character that SQL doesn't use is a symbol.
  package static func tokens(of sql: String, withComments: Bool = false) -> [SQLToken] {
    var lexer = SQLLexer(bytes: Array(sql.utf8))
    var tokens: [SQLToken] = []
    var index = sql.startIndex
    var isSpaced = false
    while lexer.position < lexer.bytes.count {
      let start = lexer.position
      let kind = lexer.next()
      let end = sql.utf8.index(index, offsetBy: lexer.position - start)
      if let kind, withComments || kind != .comment {
        tokens.append(SQLToken(kind: kind, source: sql[index..<end], offset: start, isSpaced: isSpaced))
      }
      isSpaced = kind == nil || kind == .comment
      index = end
    }
    return tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Skips a token, or white space, for which it returns `nil`.
  private mutating func next() -> SQLToken.Kind? {
    let byte = bytes[position]
    switch byte {
    case _ where Self.isSpace(byte):
      skip(while: Self.isSpace)
      return nil
    case UInt8(ascii: "-") where peek(1) == byte:
      skip { $0 != 0x0A }
      return .comment
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
      position += 2
      while position < bytes.count, !(bytes[position] == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) {
        position += 1
      }
      position = min(position + 2, bytes.count)
      return .comment
    case UInt8(ascii: "'"): return skipQuoted(closing: byte) ? .text : .unclosed
    case UInt8(ascii: "\""), UInt8(ascii: "`"): return skipQuoted(closing: byte) ? .quotedName : .unclosed
    case UInt8(ascii: "["): return skipQuoted(closing: UInt8(ascii: "]")) ? .quotedName : .unclosed
    case _ where byte | 0x20 == UInt8(ascii: "x") && peek(1) == UInt8(ascii: "'"):
      position += 1
      return skipQuoted(closing: UInt8(ascii: "'")) ? .blob : .unclosed
    case _ where Self.isDigit(byte) || byte == UInt8(ascii: ".") && Self.isDigit(peek(1)):
      skipNumber()
      return .number
    case UInt8(ascii: "?"):
      position += 1
      skip(while: Self.isDigit)
      return .parameter
    case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: "$"):
      position += 1
      guard Self.isNamePart(peek()) else { return .symbol }
      skip(while: Self.isNamePart)
      return .parameter
    case _ where Self.isNamePart(byte):
      skip(while: Self.isNamePart)
      return .word
    default:
      let rest = bytes[position...]
      position += Self.operators.first { rest.starts(with: $0.utf8) }?.utf8.count ?? 1
      return .symbol
    }
  }

  /// The operators of several characters, longest first.
  private static let operators = ["->>", "->", "||", "<<", ">>", "<=", ">=", "<>", "!=", "=="]

  private func peek(_ offset: Int = 0) -> UInt8 { position + offset < bytes.count ? bytes[position + offset] : 0 }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while position < bytes.count, condition(bytes[position]) { position += 1 }
  }

  /// Skips a quoted text, in which a doubled quote is a quote.
  /// - Returns: whether it ends with a quote.
  private mutating func skipQuoted(closing: UInt8) -> Bool {
    position += 1
    while position < bytes.count {
      position += 1
      guard bytes[position - 1] == closing else { continue }
      guard closing != UInt8(ascii: "]"), peek() == closing else { return true }
      position += 1
    }
    return false
  }

  /// Skips `12`, `0x1F`, `1.5` or `1e-5`, and letters directly after it, which SQLite rejects.
  private mutating func skipNumber() {
    let isHexadecimal = bytes[position] == UInt8(ascii: "0") && peek(1) | 0x20 == UInt8(ascii: "x")
    while position < bytes.count {
      let byte = bytes[position]
      let isSign =
        (byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")) && !isHexadecimal && Self.isDigit(peek(1))
        && bytes[position - 1] | 0x20 == UInt8(ascii: "e")
      guard isSign || Self.isNamePart(byte) || byte == UInt8(ascii: ".") else { return }
      position += 1
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Whether a name can contain the byte.
  package static func isNamePart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || isDigit(byte)
      || (0x61...0x7A).contains(byte | 0x20)
  }
}
