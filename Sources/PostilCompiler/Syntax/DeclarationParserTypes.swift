extension DeclarationParser {
  /// Reads a type in any form: TSPL "Types".
  ///
  /// - Returns: `false` if there is no type. The position is then undefined; a caller that only tried must restore its
  ///   checkpoint.
  mutating func skipType() -> Bool {
    guard depth < Self.deepestNesting else { return false }
    depth += 1
    defer { depth -= 1 }
    _ = consume(.repeat)
    while true {
      skipTypeSpecifiers()
      guard skipTypeWithoutArrow() else { return false }
      guard skipArrow() else { break }
    }
    if isAtEllipsis { advance() }
    return true
  }

  /// Reads `inout`, `borrowing`, `nonisolated(nonsending)` … and attributes before a type.
  private mutating func skipTypeSpecifiers() {
    while true {
      if kind == .at {
        skipTypeAttribute()
        continue
      }
      switch keyword {
      case .inout, .__owned, .__shared:
        advance()
      case .borrowing, .consuming, .sending, .isolated, ._const:
        guard startsType(peek()) else { return }
        advance()
      case .nonisolated, .dependsOn:
        guard peek().kind == .leftParen, !peek().startsLine else {
          guard startsType(peek()) else { return }
          advance()
          continue
        }
        advance()
        skipBalanced()
      default:
        return
      }
    }
  }

  /// Whether a token can start the type after a contextual word on the same line.
  private func startsType(_ token: Token) -> Bool {
    guard !token.startsLine else { return false }
    switch token.kind {
    case .identifier: return !token.keyword.isReserved || token.keyword == .Any || token.keyword == .Self
    case .leftParen, .leftSquare, .at: return true
    case .prefixOperator: return true
    default: return false
    }
  }

  private mutating func skipTypeAttribute() {
    advance()
    guard kind == .identifier else { return }
    advance()
    while kind == .period, peek().kind == .identifier {
      advance()
      advance()
    }
    // `@escaping (Int) -> Void`: after a space, the parentheses belong to the function.
    if kind == .leftParen, token.start == previousEnd { skipBalanced() }
  }

  private mutating func skipTypeWithoutArrow() -> Bool {
    switch keyword {
    case .some, .any, .each:
      // Unlike the specifiers, these can be on the line before the type.
      var next = peek()
      next.startsLine = false
      if startsType(next) { advance() }
    default: break
    }
    guard skipSimpleType() else { return false }
    while isAt(operator: 0x26) {
      advance()
      guard skipSimpleType() else { return false }
    }
    return true
  }

  /// Reads `->` with the effects before it; nothing if there is no arrow.
  private mutating func skipArrow() -> Bool {
    let start = checkpoint
    skipEffects()
    if consume(.arrow) {
      skipEffects()
      return true
    }
    restore(start)
    return false
  }

  /// Reads `async`, `throws`, `throws(Failure)`, `rethrows`, `reasync`.
  mutating func skipEffects() {
    while true {
      switch keyword {
      case .async, .reasync, .rethrows, .await, .throw, .try:
        advance()
      case .throws:
        advance()
        if kind == .leftParen { skipBalanced() }
      default:
        return
      }
    }
  }

  /// Reads a type without `&` and `->`: a name with its arguments, a tuple, a collection, and its suffixes.
  mutating func skipSimpleType() -> Bool {
    guard skipTypeBase() else { return false }
    while true {
      switch kind {
      case .period:
        guard peek().kind == .identifier else { return false }
        advance()
        advance()
        if isAt(operatorPrefix: 0x3C), !skipGenericArguments() { return false }
      case .postfixQuestion, .exclamation:
        if token.startsLine, split == 0 { return true }
        advance()
      default:
        return true
      }
    }
  }

  mutating func skipTypeBase() -> Bool {
    while isAt(operator: 0x7E) { advance() }
    switch kind {
    case .identifier:
      guard !keyword.isReserved || keyword == .Any || keyword == .Self else { return false }
      advance()
      while kind == .doubleColon, peek().kind == .identifier {
        advance()
        advance()
      }
      return isAt(operatorPrefix: 0x3C) ? skipGenericArguments() : true
    case .leftParen:
      return skipTupleType()
    case .leftSquare:
      return skipCollectionType()
    default:
      return false
    }
  }

  /// Reads `<A, B, 3>`.
  mutating func skipGenericArguments() -> Bool {
    guard consume(operatorPrefix: 0x3C) else { return false }
    while !isAt(operatorPrefix: 0x3E) {
      guard skipGenericArgument() else { return false }
      guard consume(.comma) else { break }
    }
    return consume(operatorPrefix: 0x3E)
  }

  /// Reads a type, or an integer with its sign (SE-0452).
  private mutating func skipGenericArgument() -> Bool {
    if kind == .integerLiteral {
      advance()
      return true
    }
    if isAt(operator: 0x2D), peek().kind == .integerLiteral {
      advance()
      advance()
      return true
    }
    return skipType()
  }

  private mutating func skipTupleType() -> Bool {
    let closer = token.partner
    guard closer > index else { return false }
    advance()
    while index < closer {
      if kind == .identifier {
        var labels = 1
        if peek().kind == .identifier, peek(2).kind == .colon { labels = 2 }
        if peek(labels).kind == .colon {
          for _ in 0...labels { advance() }
        }
      }
      guard skipType() else { return false }
      if kind == .equal {
        while index < closer, kind != .comma { skipBalanced() }
      }
      guard consume(.comma) else { break }
    }
    guard index == closer else { return false }
    advance()
    return true
  }

  /// Reads `[T]`, `[K: V]` and `[3 of T]`.
  private mutating func skipCollectionType() -> Bool {
    let closer = token.partner
    guard closer > index else { return false }
    advance()
    guard skipGenericArgument() else { return false }
    if keyword == .of || kind == .colon {
      advance()
      guard skipGenericArgument() else { return false }
    }
    guard index == closer else { return false }
    advance()
    return true
  }
}
