extension DeclarationParser {
  /// Reads a struct, class, enum, actor, protocol or extension with its members.
  ///
  /// - Throws: `SyntaxProblem` if the name or the `{` is missing, or a member can't be read.
  mutating func parseType(
    _ kind: TypeDeclaration.Kind, _ head: DeclarationHead, into members: inout MemberCollector,
    conditions: [ConditionalBranch]
  ) throws(SyntaxProblem) {
    guard depth < Self.deepestNesting else {
      throw problem("types are nested more than \(Self.deepestNesting) deep; move some out", at: token.start)
    }
    depth += 1
    defer { depth -= 1 }
    var leading = takeGap(of: &members, before: head.start, isKept: true)
    typeTokens.insert(index)
    advance()
    leading += takeHeadComments(of: head, before: currentStart)
    var type = TypeDeclaration(
      kind: kind, name: try parseTypeName(kind), position: position(at: head.start), attributes: head.attributes,
      modifiers: head.modifiers, conditions: conditions)
    if kind != .extension, isAt(operatorPrefix: 0x3C) {
      let opening = currentStart
      guard let parameters = skipAngles() else {
        throw problem("the '<' after '\(type.name.text)' is never closed; write '>'", at: opening)
      }
      type.genericParameters = parameters
    }
    if consume(.colon) { type.inheritance = parseInheritance() }
    type.genericWhereClause = skipWhereClause()
    guard self.kind == .leftBrace, token.partner > index else {
      throw problem("expected '{' to open the members of '\(type.name.text)'; write it here", at: currentStart)
    }
    let closer = token.partner
    var inner = MemberCollector(container: kind)
    advance()
    finish(.openingBrace, in: &inner)
    try parseItems(into: &inner, until: closer, conditions: conditions)
    _ = takeGap(of: &inner, before: token.start, isKept: false)
    advance()
    type.properties = inner.properties
    type.cases = inner.cases
    type.typeAliases = inner.typeAliases
    type.types = inner.types
    type.functions = inner.functions
    type.looseComments = inner.looseComments
    type.strayComments = inner.strayComments
    type.comments = AttachedComments(leading: leading, trailing: inner.commentsAfterBrace)
    members.types.append(type)
    finish(.type(members.types.count - 1), in: &members)
  }

  private mutating func parseTypeName(_ kind: TypeDeclaration.Kind) throws(SyntaxProblem) -> SourceText {
    let start = currentStart
    if kind == .extension {
      if skipType() { return textRead(from: start) }
      throw problem("expected the type that this extension extends; write its name here", at: start)
    }
    guard self.kind == .identifier, !keyword.isReserved else {
      throw problem("expected the name of this \(kind.rawValue); write it here", at: start)
    }
    let name = SourceText(name(of: token), at: position(at: start))
    advance()
    return name
  }

  /// Reads the types after the colon.
  private mutating func parseInheritance() -> [SourceText] {
    var types: [SourceText] = []
    repeat {
      let start = currentStart
      let checkpoint = checkpoint
      if keyword == .class {
        advance()
      } else if !skipType() {
        restore(checkpoint)
        break
      }
      types.append(textRead(from: start))
    } while consume(.comma)
    return types
  }

  /// Reads `typealias Name<T> = Type`.
  mutating func parseTypeAlias(
    _ head: DeclarationHead, into members: inout MemberCollector, conditions: [ConditionalBranch]
  ) throws(SyntaxProblem) {
    var leading = takeGap(of: &members, before: head.start, isKept: true)
    advance()
    leading += takeHeadComments(of: head, before: currentStart)
    guard kind == .identifier, !keyword.isReserved else {
      throw problem("expected the name of this typealias; write it here", at: currentStart)
    }
    let name = SourceText(name(of: token), at: position(at: token.start))
    advance()
    if isAt(operatorPrefix: 0x3C) { _ = skipAngles() }
    guard consume(.equal) else {
      throw problem("expected '=' and a type after 'typealias \(name.text)'; write them here", at: currentStart)
    }
    let start = currentStart
    guard skipType() else {
      throw problem("expected the type of '\(name.text)'; write it here", at: start)
    }
    members.typeAliases.append(
      TypeAliasDeclaration(
        name: name, type: textRead(from: start), modifiers: head.modifiers, conditions: conditions,
        comments: AttachedComments(leading: leading)))
    skipWhereClause()
    finish(.typeAlias(members.typeAliases.count - 1), in: &members)
  }
}
