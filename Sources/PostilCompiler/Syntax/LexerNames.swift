extension Lexer {
  /// Skips a name's first byte and all following bytes of the name.
  mutating func skipIdentifier() {
    while true {
      switch base[position] {
      case 0x61...0x7A, 0x41...0x5A, 0x5F, 0x30...0x39, 0x24:
        position += 1
      case 0x80...0xFF:
        let (scalar, length) = scalar(at: position)
        guard UnicodeClass.isIdentifierContinuation(scalar) else { return }
        position += length
      default:
        return
      }
    }
  }

  /// Skips `$0` or `$name`.
  mutating func skipDollarIdentifier() -> TokenKind {
    position += 1
    let start = position
    while base[position] >= 0x30, base[position] <= 0x39 { position += 1 }
    let digitsEnd = position
    skipIdentifier()
    return position == digitsEnd && digitsEnd > start ? .dollarIdentifier : .identifier
  }

  /// Skips a name in backticks, which can contain any text since SE-0451.
  mutating func skipBacktickedIdentifier() throws(SyntaxProblem) {
    let start = position
    position += 1
    while base[position] != 0x60 {
      if base[position] == 0x0A || base[position] == 0x0D || position >= count {
        throw problem("unterminated name in backticks; close it with '`' on the same line", at: start)
      }
      position += 1
    }
    position += 1
  }

  /// Reads what starts with `#`: a raw string, a regular expression, a directive, or a macro's `#`.
  mutating func lexPound() throws(SyntaxProblem) -> TokenKind {
    let start = position
    var pounds = 0
    while base[position + pounds] == 0x23 { pounds += 1 }
    if base[position + pounds] == 0x22 {
      position += pounds
      try skipString(pounds: pounds, from: start)
      return .stringLiteral
    }
    if base[position + pounds] == 0x2F, skipRegularExpression(from: start, pounds: pounds, isCertain: true) {
      return .regularExpressionLiteral
    }
    if base[position + pounds] == 0x2F, base[position + pounds + 1] != 0x2F, base[position + pounds + 1] != 0x2A {
      let closing = "/" + String(repeating: "#", count: pounds)
      throw problem("unterminated regular expression; close it with '\(closing)'", at: start)
    }
    position += 1
    let nameStart = position
    guard base[position] >= 0x61, base[position] <= 0x7A else { return .pound }
    skipIdentifier()
    switch position - nameStart {
    case 2 where spells("if", at: nameStart): return .poundIf
    case 4 where spells("else", at: nameStart): return .poundElse
    case 5 where spells("endif", at: nameStart): return .poundEndif
    case 6 where spells("elseif", at: nameStart): return .poundElseif
    case 14 where spells("sourceLocation", at: nameStart): return .poundSourceLocation
    default:
      position = nameStart
      return .pound
    }
  }

  func spells(_ word: StaticString, at offset: Int) -> Bool {
    var index = 0
    while index < word.utf8CodeUnitCount {
      if base[offset + index] != word.utf8Start[index] { return false }
      index += 1
    }
    return true
  }

  /// The scalar at `offset` and its length in bytes. The bytes are known to be UTF-8.
  func scalar(at offset: Int) -> (value: UInt32, length: Int) {
    let first = UInt32(base[offset])
    if first < 0x80 { return (first, 1) }
    let second = UInt32(base[offset + 1]) & 0x3F
    if first < 0xE0 { return ((first & 0x1F) << 6 | second, 2) }
    let third = UInt32(base[offset + 2]) & 0x3F
    if first < 0xF0 { return ((first & 0x0F) << 12 | second << 6 | third, 3) }
    return ((first & 0x07) << 18 | second << 12 | third << 6 | UInt32(base[offset + 3]) & 0x3F, 4)
  }
}
