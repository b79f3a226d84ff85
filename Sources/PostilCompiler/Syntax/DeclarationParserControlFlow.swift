/// `if`, `switch` and `do`, which are statements and, since SE-0380, expressions.
extension DeclarationParser {
  /// Reads `if … { } else if … { } else { }`.
  mutating func skipIf() -> Bool {
    while true {
      advance()
      skipConditions()
      guard kind == .leftBrace else { return true }
      skipBalanced()
      guard consume(.else) else { return true }
      if keyword == .if { continue }
      if kind == .leftBrace { skipBalanced() }
      return true
    }
  }

  /// Reads the conditions of `if`, `guard` and `while` up to the following `{` or `else`.
  mutating func skipConditions() {
    repeat {
      switch keyword {
      case .let, .var, .inout, .case:
        advance()
        skipTokens { $0.kind == .equal || $0.kind == .comma || $0.kind == .leftBrace || $0.keyword == .else }
        if consume(.equal) { skipExpression(.statementCondition) }
      default:
        skipExpression(.statementCondition)
      }
    } while consume(.comma)
  }

  mutating func skipSwitch() -> Bool {
    advance()
    skipExpression(.statementCondition)
    if kind == .leftBrace { skipBalanced() }
    return true
  }

  /// Reads `do { } catch … { }`.
  mutating func skipDo() -> Bool {
    advance()
    skipEffects()
    guard kind == .leftBrace else { return true }
    skipBalanced()
    while consume(.catch) {
      skipTokens { $0.kind == .leftBrace }
      if kind == .leftBrace { skipBalanced() }
    }
    return true
  }

  /// Reads balanced tokens up to one that satisfies the predicate, a closing bracket, or the end.
  mutating func skipTokens(until isEnd: (Token) -> Bool) {
    while !isEnd(token) {
      switch token.kind {
      case .endOfFile, .rightBrace, .rightParen, .rightSquare, .poundElseif, .poundElse, .poundEndif: return
      default: skipBalanced()
      }
    }
  }

  /// Reads one statement of top-level code, or one token if no statement starts here.
  mutating func skipStatement() {
    switch keyword {
    case .if:
      _ = skipIf()
    case .switch: _ = skipSwitch()
    case .do: _ = skipDo()
    case .guard:
      advance()
      skipConditions()
      if consume(.else), kind == .leftBrace { skipBalanced() }
    case .while:
      advance()
      skipConditions()
      if kind == .leftBrace { skipBalanced() }
    case .for:
      advance()
      skipTokens { $0.keyword == .in || $0.kind == .leftBrace }
      if consume(.in) { skipExpression(.statementCondition) }
      if consume(.where) { skipExpression(.statementCondition) }
      if kind == .leftBrace { skipBalanced() }
    case .repeat:
      advance()
      if kind == .leftBrace { skipBalanced() }
      if consume(.while) { skipExpression() }
    case .defer:
      advance()
      if kind == .leftBrace { skipBalanced() }
    case .return, .throw, .break, .continue, .fallthrough:
      advance()
      if !token.startsLine { skipExpression() }
    default:
      if kind == .identifier, peek().kind == .colon, !keyword.isReserved {
        advance()
        advance()
        return
      }
      // The part of an incomplete expression that was already read isn't read again, which would take quadratic time.
      let start = index
      skipExpression()
      if index == start { skipBalanced() }
    }
  }
}
