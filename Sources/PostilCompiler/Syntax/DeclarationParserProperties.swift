extension DeclarationParser {
  /// One pattern of a `let` or `var`, or one element of a `case`, with the comments around it.
  struct Element {
    var start: Int
    var end: Int
    /// On their own lines between the previous element and this one.
    var leading: [Comment] = []
    /// Between this element and the next, on the line where this one ends.
    var trailing: [Comment] = []
  }

  /// Reads `let` or `var` with all its patterns, types, initial values and accessors.
  ///
  /// - Throws: `SyntaxProblem` for a property whose name is a keyword.
  mutating func parseBindings(
    _ head: DeclarationHead, into members: inout MemberCollector, conditions: [ConditionalBranch]
  ) throws(SyntaxProblem) {
    var leading = takeGap(of: &members, before: head.start, isKept: members.container != nil)
    let isLet = keyword == .let
    advance()
    leading += takeHeadComments(of: head, before: currentStart)
    let first = members.properties.count
    var elements: [Element] = []
    repeat {
      let start = currentStart
      if members.container != nil, kind == .identifier, keyword.isReserved {
        let word = source.text(token.start, token.end)
        throw problem("'\(word)' is a keyword; write '`\(word)`', or another name", at: start)
      }
      guard let property = parseBinding(head, isLet: isLet, conditions: conditions) else { break }
      noteElement(from: start, in: &elements, looseIn: &members)
      members.properties.append(property)
    } while consume(.comma)
    guard members.container != nil, !elements.isEmpty else {
      members.properties.removeSubrange(first...)
      finish(.skipped, in: &members)
      return
    }
    shareTypes(of: &members.properties, from: first)
    for (offset, element) in elements.enumerated() {
      members.properties[first + offset].comments = AttachedComments(
        leading: leading + element.leading, trailing: element.trailing)
    }
    let onLastLine = countOnLastLine(elements)
    finish(.properties(members.properties.count - onLastLine..<members.properties.count), in: &members)
  }

  private mutating func parseBinding(
    _ head: DeclarationHead, isLet: Bool, conditions: [ConditionalBranch]
  ) -> PropertyDeclaration? {
    let start = currentStart
    var property = PropertyDeclaration(
      name: SourceText("", at: position(at: start)), position: position(at: head.start), attributes: head.attributes,
      modifiers: head.modifiers, isLet: isLet, conditions: conditions)
    if kind == .leftParen {
      property.isSimplePattern = false
      skipBalanced()
      property.name = textRead(from: start)
    } else if kind == .identifier || kind == .dollarIdentifier {
      property.name.text = name(of: token)
      advance()
    } else {
      return nil
    }
    if consume(.colon) {
      let typeStart = currentStart
      let checkpoint = checkpoint
      if skipType() { property.type = textRead(from: typeStart) } else { restore(checkpoint) }
    }
    if consume(.equal) {
      let valueStart = currentStart
      let checkpoint = checkpoint
      if skipExpression() { property.initializer = textRead(from: valueStart) } else { restore(checkpoint) }
    }
    if kind == .leftBrace, property.initializer == nil || !token.startsLine || startsObservers(at: index) {
      property.storage = storage(ofAccessorsAt: index)
      skipBalanced()
    }
    return property
  }

  /// The storage of a property with the accessor block at `start`. Observers keep its storage; all other accessors replace it.
  private func storage(ofAccessorsAt start: Int) -> PropertyDeclaration.Storage {
    var index = start + 1
    let end = max(source.tokens[start].partner, start)
    while index < end, source.tokens[index].kind == .at {
      index += 2
      if index < end, source.tokens[index].kind == .leftParen { index = max(index, source.tokens[index].partner) + 1 }
    }
    guard index < end else { return .computed }
    let keyword = source.tokens[index].keyword
    return keyword == .willSet || keyword == .didSet ? .observed : .computed
  }

  /// In `let a, b: Int`, `a` has the type of `b`, as in Swift for a pattern without a type or a value.
  private func shareTypes(of properties: inout [PropertyDeclaration], from first: Int) {
    var type: SourceText?
    for index in (first..<properties.count).reversed() {
      if properties[index].type != nil {
        type = properties[index].type
      } else if properties[index].initializer == nil, properties[index].storage == .stored {
        properties[index].type = type
      } else {
        type = nil
      }
    }
  }

  /// Adds the element that was just read, and distributes the comments before it.
  mutating func noteElement(from start: Int, in elements: inout [Element], looseIn members: inout MemberCollector) {
    var element = Element(start: start, end: previousEnd)
    let gap = takeComments(before: start)
    passComments(before: previousEnd, in: &members)
    if let last = elements.last, !gap.isEmpty {
      let line = source.lines.lineIndex(at: last.end)
      let own = gap.filter { source.lines.lineIndex(at: $0.start) != line }
      let trailing = gap.filter { source.lines.lineIndex(at: $0.start) == line }.map(makeComment)
      for index in (elements.count - countOnLastLine(elements))..<elements.count {
        elements[index].trailing += trailing
      }
      let above = countDirectlyAbove(start, in: own)
      members.looseComments += own.dropLast(above).map(makeComment)
      element.leading = own.suffix(above).map(makeComment)
    }
    elements.append(element)
  }

  /// The number of the last elements that end on the line where the last one ends.
  func countOnLastLine(_ elements: [Element]) -> Int {
    guard let last = elements.last else { return 0 }
    let line = source.lines.lineIndex(at: last.end)
    return elements.reversed().prefix { source.lines.lineIndex(at: $0.end) == line }.count
  }
}
