/// Declarations that are read to their end but not kept.
extension DeclarationParser {
  /// Reads `func`, `init`, `subscript` or `macro` with parameters, effects, result, constraints and body.
  mutating func skipFunction() {
    let introducer = keyword
    advance()
    // A function's name can be an operator, whose last `<` can start the generic parameters.
    if introducer == .func || introducer == .macro { advance() }
    while kind != .leftParen, !isAtEndOfScope {
      if kind == .leftBrace || kind == .semicolon { break }
      if isAt(operatorPrefix: 0x3C) { _ = skipAngles() } else { skipBalanced() }
    }
    if kind == .leftParen { skipBalanced() }
    skipEffects()
    if consume(.arrow), !skipType() { return }
    if introducer == .macro, consume(.equal) { skipExpression() }
    skipWhereClause()
    if kind == .leftBrace { skipBalanced() }
  }

  private var isAtEndOfScope: Bool {
    switch kind {
    case .endOfFile, .rightBrace, .rightParen, .rightSquare, .poundElseif, .poundElse, .poundEndif: return true
    default: return false
    }
  }

  /// Reads `<` … `>` and returns the text between them; `nil` if they don't match.
  mutating func skipAngles() -> String? {
    guard consume(operatorPrefix: 0x3C) else { return nil }
    let start = currentStart
    var end = start
    var depth = 1
    while depth > 0 {
      if isAt(operatorPrefix: 0x3C) {
        depth += 1
        _ = consume(operatorPrefix: 0x3C)
      } else if isAt(operatorPrefix: 0x3E) {
        depth -= 1
        if depth == 0 { end = previousEnd }
        _ = consume(operatorPrefix: 0x3E)
      } else if isAtEndOfScope {
        return nil
      } else {
        skipBalanced()
      }
    }
    return source.text(start, end)
  }

  /// Reads `where A: B, C == D` and returns the text after `where`.
  @discardableResult
  mutating func skipWhereClause() -> String? {
    guard consume(.where) else { return nil }
    let start = currentStart
    while true {
      if kind == .at { advance() }
      if kind == .integerLiteral { advance() } else if !skipType() { break }
      guard kind == .colon || isAtOperator || kind == .equal else { break }
      advance()
      if kind == .integerLiteral {
        advance()
      } else if keyword == .class {
        advance()
      } else if !skipType() {
        break
      }
      if !consume(.comma) || kind == .leftBrace { break }
    }
    return previousEnd > start ? source.text(start, previousEnd) : ""
  }

  mutating func skipAssociatedType() {
    advance()
    if kind == .identifier { advance() }
    if consume(.colon) {
      repeat { if keyword == .class { advance() } else if !skipType() { break } } while consume(.comma)
    }
    if consume(.equal) { _ = skipType() }
    skipWhereClause()
  }

  /// Reads `infix operator +++: AdditionPrecedence`.
  mutating func skipOperator() {
    advance()
    if !isAtEndOfScope { advance() }
    while !token.startsLine, isAtOperator { advance() }
    if consume(.colon) {
      repeat { if kind == .identifier { advance() } } while consume(.comma)
    }
    if kind == .leftBrace { skipBalanced() }
  }
}
