extension Lexer {
  /// Reads a regular expression literal whose slash is in the operator from `start` to `position`, if it is one.
  ///
  /// SE-0354 "Regex Literals" defines whether `/` starts a literal or divides, based on the surrounding white space and
  /// on whether the previous token can end an expression. Operators before the slash become a separate token.
  mutating func lexRegularExpression(inOperatorFrom start: Int) throws(SyntaxProblem) -> TokenKind? {
    var slash = start
    while slash < position, base[slash] != 0x2F { slash += 1 }
    // Only an operator that was split before a literal can be directly before a slash.
    let followsCutOperator = previous?.kind == .prefixOperator && previous?.end == start
    guard slash < position, followsCutOperator || !isLeftBound(at: start) else { return nil }
    if previous?.keyword == .func || previous?.keyword == .operator { return nil }
    var isCertain = false
    if !isRightBound(at: position, isLeftBound: false) {
      if followsTryMark { isCertain = true } else if !expectsOperand { return nil }
      switch previous?.kind {
      case .leftParen, .leftSquare, .comma, .colon, .doubleColon: break
      default: isCertain = true
      }
    }
    let operatorEnd = position
    position = slash
    guard skipRegularExpression(from: slash, pounds: 0, isCertain: isCertain) else {
      if isCertain, base[slash + 1] != 0x2F, base[slash + 1] != 0x2A {
        throw problem("unterminated regular expression; close it with '/' on the same line", at: slash)
      }
      position = operatorEnd
      return nil
    }
    if slash > start {
      position = slash
      return .prefixOperator
    }
    return .regularExpressionLiteral
  }

  /// Skips a regular expression from its first `#` or `/`; leaves `position` unchanged if there is none.
  ///
  /// - Parameter isCertain: Whether only a regular expression is possible here, so that the rules for `/` as an
  ///   operator don't apply.
  mutating func skipRegularExpression(from start: Int, pounds: Int, isCertain: Bool) -> Bool {
    var index = start + pounds + 1
    if pounds == 0 {
      switch base[index] {
      case 0x20, 0x09: if !isCertain { return false }
      case 0x2A, 0x2F: return false
      default: break
      }
      if start > 0, base[start - 1] == 0x2A { return false }
    }
    let isMultiline = pounds > 0 && onlyBlanksBeforeNewline(at: index)
    var groupDepth = 0
    var classDepth = 0
    while index < count {
      switch base[index] {
      case 0x2F where hasPounds(pounds, at: index + 1):
        if pounds == 0 {
          if base[index + 1] == 0x2A || base[index + 1] == 0x2F { return false }
          let before = base[index - 1]
          let isEscaped = index >= 2 && base[index - 2] == 0x5C
          if !isCertain, before == 0x20 || before == 0x09, !isEscaped { return false }
        }
        position = index + 1 + pounds
        while pounds > 0, base[position] == 0x23 { position += 1 }
        return true
      case 0x5C:
        index += 1
        if base[index] == 0x0A || base[index] == 0x0D { continue }
        if index >= count { return false }
      case 0x0A, 0x0D: if !isMultiline { return false }
      case 0x28 where classDepth == 0: groupDepth += 1
      case 0x29 where classDepth == 0:
        if groupDepth == 0, !isCertain { return false }
        groupDepth = max(0, groupDepth - 1)
      case 0x5B: classDepth += 1
      case 0x5D: classDepth = max(0, classDepth - 1)
      default: break
      }
      index += 1
    }
    return false
  }

  private func onlyBlanksBeforeNewline(at offset: Int) -> Bool {
    var index = offset
    while base[index] == 0x20 || base[index] == 0x09 { index += 1 }
    return base[index] == 0x0A || base[index] == 0x0D
  }

  /// Whether the previous token is the mark of `try?` or `try!`, after which an expression starts.
  private var followsTryMark: Bool {
    guard let previous, previous.kind == .postfixQuestion || previous.kind == .exclamation else { return false }
    return previous.start >= 3 && spells("try", at: previous.start - 3)
  }

  /// Whether an expression can follow the previous token, but no binary operator.
  private var expectsOperand: Bool {
    guard let previous else { return true }
    switch previous.kind {
    case .leftParen, .leftSquare, .leftBrace, .prefixOperator, .prefixAmpersand, .binaryOperator, .equal, .semicolon,
      .comma, .colon, .infixQuestion, .poundIf, .poundElse, .poundElseif, .poundEndif:
      return true
    case .identifier:
      return previous.keyword.isReserved && !previous.keyword.isExpression
    default:
      return false
    }
  }
}
