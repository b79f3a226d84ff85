extension Lexer {
  /// Skips a number: decimal, `0x`, `0o` or `0b`, with `_` between digits, a fraction and an exponent.
  mutating func skipNumber() -> TokenKind {
    // In `pair.0.1` the second dot is a member access and not a decimal point.
    let isMember = previous?.kind == .period
    if base[position] == 0x30, base[position + 1] == 0x78 { return skipHexadecimal() }
    if base[position] == 0x30, base[position + 1] == 0x6F || base[position + 1] == 0x62 {
      position += 2
      skipIdentifier()
      return .integerLiteral
    }
    skipDigits()
    var kind = TokenKind.integerLiteral
    if !isMember {
      if base[position] == 0x2E, isDigit(base[position + 1]) {
        position += 1
        skipDigits()
        kind = .floatLiteral
      }
      if base[position] == 0x65 || base[position] == 0x45, skipExponent() { kind = .floatLiteral }
    }
    skipIdentifier()
    return kind
  }

  private mutating func skipHexadecimal() -> TokenKind {
    position += 2
    skipHexadecimalDigits()
    var kind = TokenKind.integerLiteral
    // `0x1.f` is a number only with an exponent; without one the dot is a member access.
    if base[position] == 0x2E, isHexadecimalDigit(base[position + 1]) {
      let point = position
      position += 1
      skipHexadecimalDigits()
      if base[position] == 0x70 || base[position] == 0x50, skipExponent() { return .floatLiteral }
      position = point
      return kind
    }
    if base[position] == 0x70 || base[position] == 0x50, skipExponent() { kind = .floatLiteral }
    skipIdentifier()
    return kind
  }

  /// Skips `e`, `E`, `p` or `P` with its digits; leaves `position` unchanged if there are none.
  private mutating func skipExponent() -> Bool {
    var index = position + 1
    if base[index] == 0x2B || base[index] == 0x2D { index += 1 }
    guard isDigit(base[index]) else { return false }
    position = index
    skipDigits()
    return true
  }

  private mutating func skipDigits() {
    while isDigit(base[position]) || base[position] == 0x5F { position += 1 }
  }

  private mutating func skipHexadecimalDigits() {
    while isHexadecimalDigit(base[position]) || base[position] == 0x5F { position += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private func isHexadecimalDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte >= 0x61 && byte <= 0x66) || (byte >= 0x41 && byte <= 0x46)
  }
}
