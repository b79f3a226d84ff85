/// A word, literal or sign of SQL.
struct SQLToken: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A name or keyword as it stands.
    case word
    /// A name in quotes, which stand no more around it.
    case quotedName
    /// A text, without its quotes.
    case text
    /// The hexadecimal digits of `x'00'`.
    case blob
    case integer, real, symbol, end
  }

  var kind: Kind
  var text: String
  /// In the bytes of the SQL.
  var offset: Int
  /// The offset behind it.
  var end: Int
}

/// Cuts SQL as SQLite understands it into tokens. Source: SQLite, `tokenize.c`.
struct SQLLexer {
  private let bytes: [UInt8]
  private var position = 0

  /// Every token of the SQL, and one that is its end.
  /// - Throws: ``PostgreSQLRefusal`` at what begins no token.
  static func tokens(of sql: String) throws(PostgreSQLRefusal) -> [SQLToken] {
    var lexer = SQLLexer(bytes: Array(sql.utf8))
    var tokens: [SQLToken] = []
    while let token = try lexer.next() { tokens.append(token) }
    let end = lexer.bytes.count
    return tokens + [SQLToken(kind: .end, text: "", offset: end, end: end)]
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func next() throws(PostgreSQLRefusal) -> SQLToken? {
    while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    guard position < bytes.count else { return nil }
    let start = position
    let byte = bytes[position]
    switch byte {
    case 0x27: return SQLToken(kind: .text, text: try quoted(by: 0x27), offset: start, end: position)
    case 0x22, 0x60: return SQLToken(kind: .quotedName, text: try quoted(by: byte), offset: start, end: position)
    case 0x5B: return SQLToken(kind: .quotedName, text: try quoted(by: 0x5D), offset: start, end: position)
    case _ where isDigit(byte) || byte == 0x2E && isDigit(at: position + 1): return number()
    case _ where isNamePart(byte) && byte != 0x24:
      if byte & 0xDF == 0x58, position + 1 < bytes.count, bytes[position + 1] == 0x27 {
        position += 1
        return SQLToken(kind: .blob, text: try quoted(by: 0x27), offset: start, end: position)
      }
      while position < bytes.count, isNamePart(bytes[position]) { position += 1 }
      return token(.word, from: start)
    default: break
    }
    let signs = ["->>", "->", "||", "<<", ">>", "<=", ">=", "<>", "!=", "=="]
    for sign in signs where bytes[start...].starts(with: sign.utf8) {
      position += sign.utf8.count
      return token(.symbol, from: start)
    }
    guard "+-*/%&|<>=~(),.".utf8.contains(byte) else {
      throw PostgreSQLRefusal(.unreadable(String(decoding: bytes[start...start], as: UTF8.self)), at: start)
    }
    position += 1
    return token(.symbol, from: start)
  }

  private func token(_ kind: SQLToken.Kind, from start: Int) -> SQLToken {
    SQLToken(kind: kind, text: String(decoding: bytes[start..<position], as: UTF8.self), offset: start, end: position)
  }

  /// The text between quotes; a doubled one is a quote of the text.
  private mutating func quoted(by close: UInt8) throws(PostgreSQLRefusal) -> String {
    let start = position
    var text: [UInt8] = []
    position += 1
    while position < bytes.count {
      if bytes[position] == close {
        guard close != 0x5D, position + 1 < bytes.count, bytes[position + 1] == close else {
          position += 1
          return String(decoding: text, as: UTF8.self)
        }
        position += 1
      }
      text.append(bytes[position])
      position += 1
    }
    throw PostgreSQLRefusal(.unreadable("'"), at: start)
  }

  private mutating func number() -> SQLToken {
    let start = position
    if bytes[position] == 0x30, position + 1 < bytes.count, bytes[position + 1] & 0xDF == 0x58 {
      position += 2
      while position < bytes.count, isNamePart(bytes[position]) { position += 1 }
      var token = token(.integer, from: start)
      token.text = UInt64(token.text.dropFirst(2), radix: 16).map { String(Int64(bitPattern: $0)) } ?? token.text
      return token
    }
    var isReal = false
    while isDigit(at: position) { position += 1 }
    if position < bytes.count, bytes[position] == 0x2E {
      isReal = true
      position += 1
      while isDigit(at: position) { position += 1 }
    }
    if position < bytes.count, bytes[position] & 0xDF == 0x45 {
      let isSigned = position + 1 < bytes.count && [0x2B, 0x2D].contains(bytes[position + 1])
      if isDigit(at: position + (isSigned ? 2 : 1)) {
        isReal = true
        position += isSigned ? 2 : 1
        while isDigit(at: position) { position += 1 }
      }
    }
    return token(isReal ? .real : .integer, from: start)
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private func isDigit(at index: Int) -> Bool { index < bytes.count && isDigit(bytes[index]) }

  private func isNamePart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == 0x5F || byte == 0x24 || isDigit(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }
}

extension String {
  /// The word in capitals, as keywords are compared: letters beyond ASCII, such as 'ı', have no case in SQL.
  var asKeyword: String { String(decoding: utf8.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }, as: UTF8.self) }
}
