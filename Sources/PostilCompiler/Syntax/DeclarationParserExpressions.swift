extension DeclarationParser {
  /// The context of an expression, which limits what can be part of it.
  enum ExpressionContext {
    case ordinary
    /// Before the `{` of a statement, which isn't a trailing closure.
    case statementCondition
    /// After `#if`, where it ends at the end of the line.
    case directive
  }

  /// Reads an expression up to where Swift ends it: TSPL "Expressions".
  ///
  /// It continues on the next line if that starts with a binary operator that has white space on both sides or on
  /// neither, with `?` and `:` of a ternary, `as`, `is`, or a dot.
  ///
  /// - Returns: `false` if there is no expression.
  @discardableResult
  mutating func skipExpression(_ context: ExpressionContext = .ordinary) -> Bool {
    guard depth < Self.deepestNesting else { return false }
    depth += 1
    defer { depth -= 1 }
    if context == .directive, token.startsLine { return false }
    guard skipOperand(context) else { return false }
    while true {
      if context == .directive, token.startsLine { return true }
      switch kind {
      case .binaryOperator, .equal:
        advance()
      case .infixQuestion:
        advance()
        guard skipExpression(context), consume(.colon) else { return true }
      case .arrow:
        advance()
        skipEffects()
      case .identifier:
        switch keyword {
        case .is:
          advance()
          guard skipType() else { return true }
          continue
        case .as:
          advance()
          if kind == .postfixQuestion || kind == .exclamation { advance() }
          guard skipType() else { return true }
          continue
        case .throws:
          skipEffects()
          guard consume(.arrow) else { return true }
        case .async:
          guard peek().kind == .arrow || peek().keyword == .throws else { return true }
          skipEffects()
          guard consume(.arrow) else { return true }
        default:
          return true
        }
      default:
        return true
      }
      if context == .directive, token.startsLine { return true }
      guard skipOperand(context) else { return true }
    }
  }

  /// Reads one operand of a sequence of binary operators: prefixes, a primary expression and its suffixes.
  private mutating func skipOperand(_ context: ExpressionContext) -> Bool {
    while true {
      switch kind {
      case .prefixAmpersand, .prefixOperator:
        advance()
        continue
      case .backslash:
        skipKeyPath()
        return true
      case .at:
        let start = checkpoint
        if skipType() { return true }
        restore(start)
        return false
      case .identifier:
        switch keyword {
        case .inout:
          return skipType()
        case .await:
          advance()
          continue
        case .try:
          advance()
          if kind == .postfixQuestion || kind == .exclamation { advance() }
          continue
        case .unsafe, .borrow, .copy, .consume, .each:
          guard isPrefixWord(keyword) else { break }
          advance()
          continue
        case .repeat:
          advance()
          return skipExpression(context)
        case .any, .some:
          if startsAnyType { return skipType() }
        case .if:
          return skipIf()
        case .switch:
          return skipSwitch()
        case .do:
          return skipDo()
        default:
          break
        }
      default:
        break
      }
      return skipPostfixExpression(context)
    }
  }

  private var startsAnyType: Bool {
    let next = peek()
    if next.startsLine { return false }
    return (next.kind == .identifier && (!next.keyword.isReserved || next.keyword == .Any || next.keyword == .Self))
      || next.kind == .prefixOperator
  }

  /// Whether a contextual word such as `copy` is an operator here: its operand starts on the same line.
  private func isPrefixWord(_ word: Keyword) -> Bool {
    let next = peek()
    guard !next.startsLine else { return false }
    switch next.kind {
    case .dollarIdentifier, .integerLiteral, .floatLiteral, .stringLiteral, .regularExpressionLiteral,
      .prefixAmpersand, .prefixOperator, .at, .backslash, .pound:
      return true
    case .leftBrace: return word == .unsafe
    case .leftParen, .leftSquare, .period:
      // `unsafe (a)` has a space; `copy(a)` is a call.
      return word == .unsafe && next.start > token.end
    case .identifier:
      guard next.keyword.isReserved else { return true }
      switch next.keyword {
      case .Any, .Self, .self, .super, .`init`, .true, .false, .nil, .repeat, .try, .if, .switch: return true
      default: return false
      }
    default: return false
    }
  }

  /// Reads `\Root.path[0]?.name`.
  private mutating func skipKeyPath() {
    advance()
    if kind != .period, !isAt(operatorPrefix: 0x2E) {
      let start = checkpoint
      if !skipTypeBase() { restore(start) }
    }
    while true {
      switch kind {
      case .period:
        advance()
        if kind == .identifier || kind == .integerLiteral { advance() }
        skipGenericArgumentsIfPresent()
      case .leftSquare, .leftParen:
        if token.startsLine { return }
        skipBalanced()
      case .postfixQuestion, .exclamation:
        advance()
      default:
        guard isAt(operatorPrefix: 0x2E) || isAt(operatorPrefix: 0x3F) || isAt(operatorPrefix: 0x21),
          token.kind != .binaryOperator
        else { return }
        advance()
      }
    }
  }
}
