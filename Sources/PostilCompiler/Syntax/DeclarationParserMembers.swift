extension DeclarationParser {
  /// Reads declarations, and at the top level statements, up to the token at `end`.
  mutating func parseItems(
    into members: inout MemberCollector, until end: Int, conditions: [ConditionalBranch]
  ) throws(SyntaxProblem) {
    while index < end {
      let before = index
      switch kind {
      case .semicolon:
        advance()
      case .poundIf where endOfConditionalAttributes(at: index) == nil:
        try parseConditional(into: &members, conditions: conditions)
      case .poundSourceLocation:
        _ = takeGap(of: &members, before: token.start, isKept: false)
        advance()
        if kind == .leftParen { skipBalanced() }
        finish(.skipped, in: &members)
      default:
        try parseItem(into: &members, conditions: conditions)
      }
      if index == before { skipBalanced() }
      split = 0
    }
    index = end
  }

  /// Reads one declaration or statement.
  private mutating func parseItem(
    into members: inout MemberCollector, conditions: [ConditionalBranch]
  ) throws(SyntaxProblem) {
    let head = parseHead()
    if let kind = typeKind {
      try parseType(kind, head, into: &members, conditions: conditions)
      return
    }
    switch keyword {
    case .let, .var:
      try parseBindings(head, into: &members, conditions: conditions)
    case .case where members.container != nil:
      parseCases(head, into: &members, conditions: conditions)
    case .typealias:
      try parseTypeAlias(head, into: &members, conditions: conditions)
    case .import:
      _ = takeGap(of: &members, before: head.start, isKept: false)
      parseImport(into: &members)
      finish(.skipped, in: &members)
    default:
      _ = takeGap(of: &members, before: head.start, isKept: false)
      if keyword == .func, peek().kind == .identifier { members.functions.append(name(of: peek())) }
      skipItem(head, isTopLevel: members.container == nil)
      finish(.skipped, in: &members)
    }
  }

  /// The kind of type whose keyword is next.
  private var typeKind: TypeDeclaration.Kind? {
    switch keyword {
    case .struct: return .struct
    case .class: return .class
    case .enum: return .enum
    case .protocol: return .protocol
    case .extension: return .extension
    case .actor:
      let next = peek()
      return next.kind == .identifier && !next.startsLine && !next.keyword.isReserved ? .actor : nil
    default: return nil
    }
  }

  /// Reads `import struct Module.Name` and keeps the module's name.
  private mutating func parseImport(into members: inout MemberCollector) {
    advance()
    switch keyword {
    case .typealias, .struct, .class, .enum, .protocol, .let, .var, .func: advance()
    default: break
    }
    guard kind == .identifier else { return }
    members.imports.append(name(of: token))
    advance()
    while kind == .period || kind == .doubleColon {
      advance()
      if kind == .identifier || isAtOperator { advance() }
    }
  }

  /// Reads a declaration that the tree doesn't keep, a statement, or one token.
  private mutating func skipItem(_ head: DeclarationHead, isTopLevel: Bool) {
    switch keyword {
    case .func, .`init`, .subscript:
      skipFunction()
    case .macro where startsDeclaration(at: index):
      skipFunction()
    case .deinit:
      advance()
      skipEffects()
      if kind == .leftBrace { skipBalanced() }
    case .associatedtype:
      skipAssociatedType()
    case .operator:
      skipOperator()
    case .precedencegroup:
      advance()
      if kind == .identifier { advance() }
      if kind == .leftBrace { skipBalanced() }
    default:
      if kind == .pound {
        if isTopLevel { skipStatement() } else { skipMacroExpansion(.ordinary) }
      } else if isTopLevel {
        skipStatement()
      } else if index < source.tokens.count - 1 {
        skipBalanced()
      }
    }
  }
}
