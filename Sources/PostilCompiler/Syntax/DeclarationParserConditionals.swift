extension DeclarationParser {
  /// Reads `#if` … `#elseif` … `#else` … `#endif` around declarations: every branch, with its condition.
  mutating func parseConditional(
    into members: inout MemberCollector, conditions: [ConditionalBranch]
  ) throws(SyntaxProblem) {
    guard depth < Self.deepestNesting else {
      throw problem("'#if' is nested more than \(Self.deepestNesting) deep; move some out", at: token.start)
    }
    depth += 1
    defer { depth -= 1 }
    let end = token.partner
    guard end > index else { return }
    var preceding: [String] = []
    while index < end {
      let directive = token
      _ = takeGap(of: &members, before: directive.start, isKept: false)
      advance()
      let condition = directive.kind == .poundElse ? "" : parseCondition()
      while !token.startsLine, index < end { skipBalanced() }
      finish(.skipped, in: &members)
      let branch = ConditionalBranch(
        condition: condition, precedingConditions: preceding, position: position(at: directive.start))
      preceding.append(condition)
      try parseItems(into: &members, until: endOfBranch(upTo: end), conditions: conditions + [branch])
    }
    _ = takeGap(of: &members, before: token.start, isKept: false)
    advance()
    finish(.skipped, in: &members)
  }

  private mutating func parseCondition() -> String {
    let start = currentStart
    let checkpoint = checkpoint
    guard skipExpression(.directive) else {
      restore(checkpoint)
      return ""
    }
    return source.text(start, previousEnd)
  }

  /// The index of the `#elseif`, `#else` or `#endif` that ends the current branch.
  private func endOfBranch(upTo end: Int) -> Int {
    var index = index
    while index < end {
      switch source.tokens[index].kind {
      case .poundElseif, .poundElse: return index
      default: index = max(index, source.tokens[index].partner) + 1
      }
    }
    return end
  }
}
