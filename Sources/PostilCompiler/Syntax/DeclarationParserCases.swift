extension DeclarationParser {
  /// Reads `case a, b(Int), c = 3` of an enum.
  mutating func parseCases(
    _ head: DeclarationHead, into members: inout MemberCollector, conditions: [ConditionalBranch]
  ) {
    let isKept = members.container == .enum
    var leading = takeGap(of: &members, before: head.start, isKept: isKept)
    advance()
    leading += takeHeadComments(of: head, before: currentStart)
    let first = members.cases.count
    var elements: [Element] = []
    repeat {
      let start = currentStart
      guard let element = parseCase(conditions) else { break }
      noteElement(from: start, in: &elements, looseIn: &members)
      members.cases.append(element)
    } while consume(.comma)
    guard isKept, !elements.isEmpty else {
      members.cases.removeSubrange(first...)
      finish(.skipped, in: &members)
      return
    }
    for (offset, element) in elements.enumerated() {
      members.cases[first + offset].comments = AttachedComments(
        leading: leading + element.leading, trailing: element.trailing)
    }
    let onLastLine = countOnLastLine(elements)
    finish(.cases(members.cases.count - onLastLine..<members.cases.count), in: &members)
  }

  private mutating func parseCase(_ conditions: [ConditionalBranch]) -> EnumCaseDeclaration? {
    guard kind == .identifier else { return nil }
    var element = EnumCaseDeclaration(
      name: SourceText(name(of: token), at: position(at: token.start)), conditions: conditions)
    advance()
    if kind == .leftParen {
      element.associatedValues = textInside(index)
      skipBalanced()
    }
    if consume(.equal) {
      let start = currentStart
      let checkpoint = checkpoint
      if skipExpression() { element.rawValue = textRead(from: start) } else { restore(checkpoint) }
    }
    return element
  }
}
