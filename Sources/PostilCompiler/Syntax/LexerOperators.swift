extension Lexer {
  /// Reads an operator, or a name or operator that starts with a character outside ASCII.
  mutating func lexOperatorOrUnicode() throws(SyntaxProblem) -> TokenKind {
    let start = position
    let (value, length) = scalar(at: position)
    if value >= 0x80, UnicodeClass.isIdentifierHead(value) {
      skipIdentifier()
      return .identifier
    }
    guard UnicodeClass.isOperatorHead(value) else {
      let text = Unicode.Scalar(value).map { String($0) } ?? "?"
      throw problem("invalid character '\(text)'; remove it", at: start)
    }
    if value == 0x3C, base[position + 1] == 0x23, let end = endOfPlaceholder() {
      position = end
      return .identifier
    }
    position += length
    skipOperatorContinuation(startsWithDot: value == 0x2E)
    if let kind = try lexRegularExpression(inOperatorFrom: start) { return kind }
    cutComment(from: start)
    return try classifyOperator(from: start)
  }

  private mutating func skipOperatorContinuation(startsWithDot: Bool) {
    while position < count {
      // A dot can be part of an operator only if the operator starts with one.
      if base[position] == 0x2E, !startsWithDot { return }
      let (value, length) = scalar(at: position)
      guard UnicodeClass.isOperatorContinuation(value) else { return }
      if value == 0x3C, base[position + 1] == 0x23, endOfPlaceholder() != nil { return }
      position += length
    }
  }

  /// An operator ends where a comment starts: `+//` is a plus and a comment.
  private mutating func cutComment(from start: Int) {
    var index = start + 1
    while index < position {
      if base[index] == 0x2F, base[index + 1] == 0x2F || base[index + 1] == 0x2A {
        position = index
        return
      }
      index += 1
    }
  }

  /// The end of an editor placeholder `<#…#>` at `position`, if there is one on the line.
  private func endOfPlaceholder() -> Int? {
    var index = position + 2
    while index < count, base[index] != 0x0A, base[index] != 0x0D {
      if base[index] == 0x23, base[index + 1] == 0x3E { return index + 2 }
      index += 1
    }
    return nil
  }

  /// Classifies operators as binary, prefix or postfix by the surrounding white space: TSPL "Operators".
  private func classifyOperator(from start: Int) throws(SyntaxProblem) -> TokenKind {
    let isLeftBound = isLeftBound(at: start)
    let isRightBound = isRightBound(at: position, isLeftBound: isLeftBound)
    let length = position - start
    if length == 1 {
      switch base[start] {
      case 0x3D: return .equal
      case 0x2E: return .period
      case 0x3F: return isLeftBound ? .postfixQuestion : .infixQuestion
      case 0x26 where !isLeftBound && isRightBound: return .prefixAmpersand
      default: break
      }
    } else if length == 2, base[start] == 0x2D, base[start + 1] == 0x3E {
      return .arrow
    }
    var index = start
    while index + 1 < position {
      if base[index] == 0x2A, base[index + 1] == 0x2F {
        throw problem("unmatched '*/'; remove it, or add the matching '/*'", at: index)
      }
      index += 1
    }
    if isLeftBound == isRightBound { return .binaryOperator }
    return isLeftBound ? .postfixOperator : .prefixOperator
  }

  /// Whether the byte before `offset` is something other than white space, an opening bracket or a separator.
  func isLeftBound(at offset: Int) -> Bool {
    guard offset > 0 else { return false }
    switch base[offset - 1] {
    case 0x20, 0x09, 0x0A, 0x0D, 0x28, 0x5B, 0x7B, 0x2C, 0x3B, 0x3A: return false
    case 0x2F: return offset < 2 || base[offset - 2] != 0x2A
    case 0xA0: return offset < 2 || base[offset - 2] != 0xC2
    default: return true
    }
  }

  /// Whether the byte at `offset` is something other than white space, a closing bracket or a separator.
  func isRightBound(at offset: Int, isLeftBound: Bool) -> Bool {
    switch base[offset] {
    case 0x20, 0x09, 0x0A, 0x0D, 0x29, 0x5D, 0x7D, 0x2C, 0x3B, 0x3A: return false
    case 0: return false
    case 0x2E: return !isLeftBound
    case 0x2F: return base[offset + 1] != 0x2F && base[offset + 1] != 0x2A
    case 0xC2: return base[offset + 1] != 0xA0
    default: return true
    }
  }
}
