extension TypeSyntax {
  /// Reads a type.
  ///
  /// - Parameter source: The type's text, such as `PropertyDeclaration.type`.
  /// - Throws: `SyntaxProblem` if the text isn't a type, or is more than one.
  public init(parsing source: SourceText) throws(SyntaxProblem) {
    var parser = DeclarationParser(source: try Lexer.lex(Array(source.text.utf8), at: source.position))
    self = try parser.parseTypeSyntax()
    guard parser.kind == .endOfFile else {
      throw parser.problem("the type '\(self)' ends here; remove what follows", at: parser.currentStart)
    }
  }

  /// The type with `Optional`, `Array` and `Dictionary` written as `T?`, `[T]` and `[K: V]`.
  fileprivate func sugared() -> TypeSyntax {
    guard case .identifier(var components) = self else { return self }
    if components.count == 2, components[0] == Component("Swift") { components.removeFirst() }
    guard components.count == 1 else { return self }
    let arguments = components[0].arguments
    switch (components[0].name, arguments.count) {
    case ("Optional", 1): return .optional(arguments[0])
    case ("Array", 1): return .array(arguments[0])
    case ("Dictionary", 2): return .dictionary(key: arguments[0], value: arguments[1])
    default: return self
    }
  }
}

extension DeclarationParser {
  fileprivate func expected(_ what: String) -> SyntaxProblem {
    problem("expected \(what); write it here", at: currentStart)
  }

  mutating func parseTypeSyntax() throws(SyntaxProblem) -> TypeSyntax {
    guard depth < Self.deepestNesting else {
      throw problem("this type is nested more than \(Self.deepestNesting) deep; name a part of it", at: currentStart)
    }
    depth += 1
    defer { depth -= 1 }
    if consume(.repeat) { return .packExpansion(try parseTypeSyntax()) }
    let words = parseTypeWords()
    if !words.isEmpty { return .attributed(words, try parseTypeSyntax()) }
    // Parentheses are read once, whether they belong to a tuple or to a function.
    let parameters = kind == .leftParen ? try parseElements() : nil
    if let parameters, kind == .arrow || !effectsAreAbsent {
      let effects = parseEffects()
      guard consume(.arrow) else { throw expected("'->' and a result") }
      return .function(parameters: parameters, effects: effects, result: try parseTypeSyntax())
    }
    let type = try parseComposition(behind: parameters)
    guard kind != .arrow, effectsAreAbsent else {
      throw problem("write parentheses around the parameters of this function type", at: currentStart)
    }
    return type
  }

  private var effectsAreAbsent: Bool {
    switch keyword {
    case .async, .throws, .rethrows, .reasync: return false
    default: return true
    }
  }

  /// Reads the attributes and specifiers before a type, each as written.
  private mutating func parseTypeWords() -> [String] {
    var words: [String] = []
    while true {
      let start = currentStart
      if kind == .at {
        advance()
        guard kind == .identifier else { return words }
        advance()
        while kind == .period, peek().kind == .identifier {
          advance()
          advance()
        }
        if kind == .leftParen, token.start == previousEnd { skipBalanced() }
      } else {
        switch keyword {
        case .inout, .__owned, .__shared, .borrowing, .consuming, .sending, .isolated, ._const:
          guard peek().kind == .identifier || peek().kind == .leftParen || peek().kind == .leftSquare else {
            return words
          }
          advance()
        case .nonisolated where peek().kind == .leftParen:
          advance()
          skipBalanced()
        default: return words
        }
      }
      words.append(source.text(start, previousEnd))
    }
  }

  private mutating func parseEffects() -> [String] {
    var effects: [String] = []
    while keyword == .async || keyword == .throws || keyword == .rethrows || keyword == .reasync {
      let start = currentStart
      let takesType = keyword == .throws
      advance()
      if takesType, kind == .leftParen { skipBalanced() }
      effects.append(source.text(start, previousEnd))
    }
    return effects
  }

  /// Reads `A & B`, whose parentheses around `elements` may have been read already.
  private mutating func parseComposition(
    behind elements: [TypeSyntax.Element]? = nil
  ) throws(SyntaxProblem) -> TypeSyntax {
    let prefix = keyword
    if elements == nil, prefix == .some || prefix == .any || prefix == .each, isBeforeType {
      guard depth < Self.deepestNesting else { throw expected("a type") }
      depth += 1
      defer { depth -= 1 }
      advance()
      let type = try parseComposition()
      switch prefix {
      case .some: return .some(type)
      case .any: return .any(type)
      default: return .packElement(type)
      }
    }
    var types = [try parseSimpleType(behind: elements)]
    while isAt(operator: 0x26) {
      advance()
      types.append(try parseSimpleType())
    }
    return types.count == 1 ? types[0] : .composition(types)
  }

  private var isBeforeType: Bool {
    switch peek().kind {
    case .identifier, .leftParen, .leftSquare, .prefixOperator: return true
    default: return false
    }
  }

  private mutating func parseSimpleType(
    behind elements: [TypeSyntax.Element]? = nil
  ) throws(SyntaxProblem) -> TypeSyntax {
    if elements == nil, isAt(operator: 0x7E) {
      guard depth < Self.deepestNesting else { throw expected("a type") }
      depth += 1
      defer { depth -= 1 }
      advance()
      return .suppressed(try parseSimpleType())
    }
    var type: TypeSyntax
    if let elements {
      type = Self.tuple(elements)
    } else {
      switch kind {
      case .identifier where !keyword.isReserved || keyword == .Any || keyword == .Self:
        type = .identifier([try parseComponent()]).sugared()
      case .leftParen: type = Self.tuple(try parseElements())
      case .leftSquare: type = try parseCollection()
      default: throw expected("a type")
      }
    }
    while true {
      switch kind {
      case .postfixQuestion:
        advance()
        type = .optional(type)
      case .exclamation:
        advance()
        type = .implicitlyUnwrappedOptional(type)
      case .period, .doubleColon:
        advance()
        guard kind == .identifier else { throw expected("the name of a type after the dot") }
        type = try parseMember(of: type)
      default: return type
      }
    }
  }

  /// A tuple, or the type itself for a single element without a label.
  private static func tuple(_ elements: [TypeSyntax.Element]) -> TypeSyntax {
    guard elements.count == 1, let only = elements.first, only.label == nil, !only.isVariadic else {
      return .tuple(elements)
    }
    return only.type
  }

  private mutating func parseMember(of type: TypeSyntax) throws(SyntaxProblem) -> TypeSyntax {
    switch source.text(token.start, token.end) {
    case "Type":
      advance()
      return .metatype(type)
    case "Protocol":
      advance()
      return .protocolMetatype(type)
    default:
      let component = try parseComponent()
      guard case .identifier(let components) = type else {
        return .member(of: type, component)
      }
      return TypeSyntax.identifier(components + [component]).sugared()
    }
  }

  private mutating func parseComponent() throws(SyntaxProblem) -> TypeSyntax.Component {
    var component = TypeSyntax.Component(name(of: token))
    advance()
    guard consume(operatorPrefix: 0x3C) else { return component }
    while !isAt(operatorPrefix: 0x3E) {
      component.arguments.append(try parseArgument())
      guard consume(.comma) else { break }
    }
    guard consume(operatorPrefix: 0x3E) else { throw expected("'>' after the arguments of '\(component.name)'") }
    return component
  }

  private mutating func parseArgument() throws(SyntaxProblem) -> TypeSyntax {
    let start = currentStart
    if isAt(operator: 0x2D), peek().kind == .integerLiteral { advance() }
    guard consume(.integerLiteral) else { return try parseTypeSyntax() }
    return .integer(source.text(start, previousEnd))
  }

  private mutating func parseCollection() throws(SyntaxProblem) -> TypeSyntax {
    advance()
    let first = try parseArgument()
    let type: TypeSyntax
    if keyword == .of {
      advance()
      type = .inlineArray(count: first, element: try parseArgument())
    } else if consume(.colon) {
      type = .dictionary(key: first, value: try parseTypeSyntax())
    } else {
      type = .array(first)
    }
    guard consume(.rightSquare) else { throw expected("']'") }
    return type
  }

  private mutating func parseElements() throws(SyntaxProblem) -> [TypeSyntax.Element] {
    advance()
    var elements: [TypeSyntax.Element] = []
    while kind != .rightParen {
      var label: String?
      let names = peek().kind == .identifier && peek(2).kind == .colon ? 2 : 1
      if kind == .identifier, peek(names).kind == .colon {
        let start = currentStart
        for _ in 0..<names { advance() }
        label = source.text(start, previousEnd)
        advance()
      }
      let type = try parseTypeSyntax()
      let isVariadic = isAtEllipsis
      if isVariadic { advance() }
      elements.append(TypeSyntax.Element(label: label, type, isVariadic: isVariadic))
      guard consume(.comma) else { break }
    }
    guard consume(.rightParen) else { throw expected("')'") }
    return elements
  }
}
