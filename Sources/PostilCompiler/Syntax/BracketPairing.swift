/// Pairs the brackets of a source, and each `#if` with its `#endif`, as its tokens are read.
struct BracketPairing {
  private var open: [Int] = []

  /// Processes the last token of `tokens`, and sets `partner` on both sides of a pair.
  ///
  /// - Throws: `SyntaxProblem` at a bracket that is never closed, never opened, or closed by another kind.
  mutating func note(_ tokens: inout [Token], lines: LineTable) throws(SyntaxProblem) {
    let index = tokens.count - 1
    let token = tokens[index]
    switch token.kind {
    case .leftParen, .leftSquare, .leftBrace, .poundIf:
      open.append(index)
    case .poundElseif, .poundElse:
      guard let top = open.last, tokens[top].kind == .poundIf else {
        throw misplaced(token, open.last.map { tokens[$0] }, lines)
      }
    case .rightParen, .rightSquare, .rightBrace, .poundEndif:
      guard let top = open.last, Self.closer(of: tokens[top].kind) == token.kind else {
        throw misplaced(token, open.last.map { tokens[$0] }, lines)
      }
      open.removeLast()
      tokens[index].partner = top
      tokens[top].partner = index
    case .endOfFile:
      if let top = open.last {
        let opener = tokens[top]
        throw SyntaxProblem(
          "'\(Self.spelling(opener.kind))' is never closed; write the '\(Self.spelling(Self.closer(of: opener.kind)))' "
            + "that ends it", at: lines.position(at: opener.start))
      }
    default:
      break
    }
  }

  private func misplaced(_ token: Token, _ opener: Token?, _ lines: LineTable) -> SyntaxProblem {
    let spelling = Self.spelling(token.kind)
    let position = lines.position(at: token.start)
    guard let opener else {
      return SyntaxProblem("'\(spelling)' is unmatched; remove it, or add the opening bracket", at: position)
    }
    let place = lines.position(at: opener.start)
    return SyntaxProblem(
      "expected '\(Self.spelling(Self.closer(of: opener.kind)))' before '\(spelling)' to close the "
        + "'\(Self.spelling(opener.kind))' at \(place.line):\(place.column)", at: position)
  }

  private static func closer(of kind: TokenKind) -> TokenKind {
    switch kind {
    case .leftParen: return .rightParen
    case .leftSquare: return .rightSquare
    case .leftBrace: return .rightBrace
    default: return .poundEndif
    }
  }

  private static func spelling(_ kind: TokenKind) -> String {
    switch kind {
    case .leftParen: return "("
    case .rightParen: return ")"
    case .leftSquare: return "["
    case .rightSquare: return "]"
    case .leftBrace: return "{"
    case .rightBrace: return "}"
    case .poundIf: return "#if"
    case .poundElseif: return "#elseif"
    case .poundElse: return "#else"
    default: return "#endif"
    }
  }
}
