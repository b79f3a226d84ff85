/// The attributes and modifiers before a declaration's keyword.
struct DeclarationHead {
  /// The offset where the declaration starts.
  var start: Int
  var attributes: [Attribute] = []
  var modifiers: [Modifier] = []
  /// The parentheses of attributes, whose comments aren't attached to anything.
  var argumentRanges: [Range<Int>] = []
}

extension DeclarationParser {
  /// Reads the attributes and modifiers of a declaration, in any order.
  mutating func parseHead() -> DeclarationHead {
    var head = DeclarationHead(start: currentStart)
    while true {
      if kind == .at {
        parseAttribute(into: &head)
      } else if kind == .poundIf, let end = endOfConditionalAttributes(at: index) {
        while index < end {
          if kind == .at { parseAttribute(into: &head) } else { advance() }
        }
      } else if isAtModifier {
        parseModifier(into: &head)
      } else {
        return head
      }
    }
  }

  private mutating func parseAttribute(into head: inout DeclarationHead) {
    advance()
    let start = currentStart
    guard kind == .identifier else { return }
    advance()
    while (kind == .period || kind == .doubleColon) && peek().kind == .identifier {
      advance()
      advance()
    }
    if isAt(operatorPrefix: 0x3C) {
      let checkpoint = checkpoint
      if !skipGenericArguments() { restore(checkpoint) }
    }
    var attribute = Attribute(name: textRead(from: start))
    if kind == .leftParen, !token.startsLine {
      attribute.arguments = textInside(index)
      let opening = token.start
      skipBalanced()
      head.argumentRanges.append(opening..<previousEnd)
    }
    head.attributes.append(attribute)
  }

  private mutating func parseModifier(into head: inout DeclarationHead) {
    var modifier = Modifier(name: source.text(token.start, token.end), position: position(at: token.start))
    advance()
    if kind == .leftParen {
      modifier.detail = textInside(index)
      skipBalanced()
    }
    head.modifiers.append(modifier)
  }

  /// Whether a modifier is next, and not a declaration or expression with that name.
  private var isAtModifier: Bool {
    guard kind == .identifier else { return false }
    switch keyword {
    case .public, .private, .fileprivate, .internal, .static: return true
    case .class: return peek().keyword == .override || startsDeclaration(at: index + 1)
    default:
      return Self.isContextualModifier(keyword) && startsDeclaration(at: index)
    }
  }

  static func isContextualModifier(_ keyword: Keyword) -> Bool {
    switch keyword {
    case .open, .package, .final, .required, .optional, .lazy, .dynamic, .infix, .prefix, .postfix, .__consuming,
      .borrowing, .consuming, .mutating, .nonmutating, .convenience, .override, .weak, .unowned, .indirect, .isolated,
      .nonisolated, .async, .distributed, ._const, ._local, .__setter_access, .reasync, .sending:
      return true
    default: return false
    }
  }

  /// Whether the tokens at `start` are modifiers and attributes followed by a declaration's keyword.
  func startsDeclaration(at start: Int) -> Bool {
    let tokens = source.tokens
    let last = tokens.count - 1
    var index = start
    while index < last {
      let token = tokens[index]
      if token.kind == .at {
        index = indexBehindAttribute(at: index)
        continue
      }
      if token.kind == .poundIf {
        guard let end = endOfConditionalAttributes(at: index) else { return false }
        index = end
        continue
      }
      guard token.kind == .identifier else { return token.kind == .pound && index > start }
      switch token.keyword {
      case .struct, .enum, .protocol, .extension, .func, .var, .let, .`init`, .deinit, .subscript, .typealias,
        .associatedtype, .import, .operator, .precedencegroup, .case, .class:
        return true
      case .actor, .macro:
        let next = tokens[index + 1]
        return next.kind == .identifier && !next.startsLine && !next.keyword.isReserved
      case .public, .private, .fileprivate, .internal, .static:
        index += 1
      default:
        guard Self.isContextualModifier(token.keyword) else { return false }
        index += 1
      }
      if tokens[index].kind == .leftParen {
        guard tokens[index].partner == index + 2, tokens[index + 1].kind == .identifier else { return false }
        index += 3
      }
    }
    return false
  }

  /// The index after the attribute whose `@` is at `start`.
  private func indexBehindAttribute(at start: Int) -> Int {
    let tokens = source.tokens
    let last = tokens.count - 1
    var index = min(start + 1, last)
    guard tokens[index].kind == .identifier else { return index }
    index += 1
    while index + 1 < last, tokens[index].kind == .period || tokens[index].kind == .doubleColon { index += 2 }
    var parser = self
    parser.index = min(index, last)
    parser.split = 0
    if parser.isAt(operatorPrefix: 0x3C), parser.skipGenericArguments() { index = parser.index }
    guard index < last, tokens[index].kind == .leftParen, !tokens[index].startsLine else { return min(index, last) }
    return min(max(tokens[index].partner, index) + 1, last)
  }

  /// The index after the `#endif` of an `#if` whose branches contain only attributes (SE-0367), `nil` for any other.
  ///
  /// - Parameter level: The number of enclosing `#if`; more than a few are not supported.
  func endOfConditionalAttributes(at start: Int, level: Int = 0) -> Int? {
    guard level < 8 else { return nil }
    let tokens = source.tokens
    let end = tokens[start].partner
    guard end > start else { return nil }
    var index = start
    var sawAttribute = false
    while index < end {
      switch tokens[index].kind {
      case .poundIf where index > start:
        guard let inner = endOfConditionalAttributes(at: index, level: level + 1) else { return nil }
        sawAttribute = true
        index = inner
      case .poundIf, .poundElseif, .poundElse:
        index += 1
        while index < end, !tokens[index].startsLine { index = max(index, tokens[index].partner) + 1 }
      case .at:
        sawAttribute = true
        index = indexBehindAttribute(at: index)
      default:
        return nil
      }
    }
    return sawAttribute && index == end ? end + 1 : nil
  }
}
