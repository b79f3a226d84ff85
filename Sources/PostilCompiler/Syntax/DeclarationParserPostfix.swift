extension DeclarationParser {
  /// Reads a primary expression with its members, calls, subscripts, trailing closures and postfix operators.
  mutating func skipPostfixExpression(_ context: ExpressionContext) -> Bool {
    var isLiteral = false
    switch kind {
    case .integerLiteral, .floatLiteral, .stringLiteral, .regularExpressionLiteral:
      isLiteral = true
      advance()
    case .leftSquare:
      isLiteral = true
      skipBalanced()
    case .leftParen, .leftBrace:
      skipBalanced()
    case .dollarIdentifier:
      advance()
    case .period:
      skipMember()
    case .doubleColon:
      advance()
      advance()
    case .pound:
      skipMacroExpansion(context)
    case .identifier:
      switch keyword {
      case .true, .false, .nil:
        isLiteral = true
        advance()
      case .self, .Self, .super, .Any, .`init`, .deinit, .subscript:
        skipName()
      default:
        guard !keyword.isReserved else { return false }
        skipName()
      }
    default:
      return false
    }
    skipPostfixSuffixes(isLiteral: isLiteral, context)
    return true
  }

  private mutating func skipName() {
    advance()
    while kind == .doubleColon, peek().kind == .identifier {
      advance()
      advance()
    }
    skipGenericArgumentsIfPresent()
  }

  /// Reads `.name`, `.0`, `.init` with generic arguments.
  private mutating func skipMember() {
    advance()
    // A dot at the end of a line is an error that must not consume the declaration below it.
    if token.startsLine, keyword.isReserved { return }
    if kind == .identifier || kind == .integerLiteral || kind == .dollarIdentifier { advance() }
    skipGenericArgumentsIfPresent()
  }

  /// Reads `<…>` if it is a list of generic arguments and not a comparison: it must be a closed list of types, followed
  /// by a token that can follow a type in an expression.
  mutating func skipGenericArgumentsIfPresent() {
    guard isAt(operatorPrefix: 0x3C) else { return }
    let start = checkpoint
    if skipGenericArguments() {
      switch kind {
      case .rightParen, .rightSquare, .leftBrace, .rightBrace, .period, .comma, .semicolon, .endOfFile, .exclamation,
        .postfixQuestion, .colon:
        return
      case .leftParen, .leftSquare:
        if !token.startsLine { return }
      case .binaryOperator:
        if isAt(operator: 0x26) { return }
      default:
        break
      }
    }
    restore(start)
  }

  private mutating func skipPostfixSuffixes(isLiteral: Bool, _ context: ExpressionContext) {
    var isLiteral = isLiteral
    while true {
      if context == .directive, token.startsLine { return }
      switch kind {
      case .period:
        skipMember()
      case .leftParen, .leftSquare:
        if token.startsLine { return }
        skipBalanced()
        if context == .ordinary, kind == .leftBrace, isTrailingClosure(context) { skipTrailingClosures() }
      case .leftBrace:
        guard !isLiteral, isTrailingClosure(context) else { return }
        skipTrailingClosures()
        if kind == .leftBrace { return }
      case .postfixQuestion, .exclamation, .postfixOperator:
        advance()
      case .poundIf:
        guard startsConditionalMembers(at: index) else { return }
        index = token.partner
        advance()
      default:
        return
      }
      isLiteral = false
    }
  }

  /// Whether `#if` is in a chain of members (SE-0308): whether its first branch starts with a dot.
  private func startsConditionalMembers(at start: Int) -> Bool {
    var index = start
    while source.tokens[index].kind == .poundIf {
      index += 1
      while index < source.tokens.count - 1, !source.tokens[index].startsLine {
        let partner = source.tokens[index].partner
        index = max(index, partner) + 1
      }
      guard index < source.tokens.count else { return false }
    }
    let first = source.tokens[index]
    return first.kind == .period && source.tokens[min(index + 1, source.tokens.count - 1)].kind == .identifier
  }

  /// Reads `#name<…>(…) { … }`.
  mutating func skipMacroExpansion(_ context: ExpressionContext) {
    advance()
    guard kind == .identifier, !token.startsLine else { return }
    advance()
    while kind == .doubleColon || kind == .period, peek().kind == .identifier, !token.startsLine {
      advance()
      advance()
    }
    skipGenericArgumentsIfPresent()
    if kind == .leftParen, !token.startsLine { skipBalanced() }
    if context == .ordinary, kind == .leftBrace, isTrailingClosure(context) { skipTrailingClosures() }
  }

  /// Reads `{ … } label: { … }`.
  private mutating func skipTrailingClosures() {
    skipBalanced()
    while kind == .identifier, keyword != .default, peek().kind == .colon, peek(2).kind == .leftBrace {
      advance()
      advance()
      skipBalanced()
    }
  }

  /// Whether the next `{` belongs to the preceding expression, and isn't an accessor block or body.
  private func isTrailingClosure(_ context: ExpressionContext) -> Bool {
    if startsObservers(at: index) || peek().keyword == .case { return false }
    guard context == .statementCondition else { return true }
    guard !peek().startsLine, token.partner > index else { return false }
    let next = source.tokens[min(token.partner + 1, source.tokens.count - 1)]
    switch next.kind {
    case .leftBrace, .comma: return true
    case .leftSquare, .leftParen, .period, .postfixQuestion, .infixQuestion, .exclamation, .colon, .equal,
      .postfixOperator, .binaryOperator:
      return !next.startsLine
    case .identifier:
      if next.keyword == .where { return true }
      return (next.keyword == .is || next.keyword == .as) && !next.startsLine
    default: return false
    }
  }

  /// Whether the `{` at `start` opens `willSet`, `didSet` or `init` accessors.
  func startsObservers(at start: Int) -> Bool {
    let last = source.tokens.count - 1
    var index = start + 1
    while index < last, source.tokens[index].kind == .at {
      index += 1
      guard source.tokens[index].kind == .identifier else { return false }
      if source.text(source.tokens[index].start, source.tokens[index].end) == "_accessorBlock" { return true }
      index += 1
      if index < last, source.tokens[index].kind == .leftParen { index = max(index, source.tokens[index].partner) + 1 }
    }
    guard index <= last else { return false }
    switch source.tokens[index].keyword {
    case .didSet, .willSet, .`init`: return true
    default: return false
    }
  }
}
