extension Lexer {
  /// Skips white space and comments, and keeps the comments outside of interpolations.
  mutating func skipTrivia() throws(SyntaxProblem) {
    while true {
      switch base[position] {
      case 0x20, 0x09, 0x0B, 0x0C:
        position += 1
      case 0x0A, 0x0D:
        position += 1
        sawNewline = true
      case 0xC2 where base[position + 1] == 0xA0:  // NO-BREAK SPACE
        position += 2
      case 0xEF where base[position + 1] == 0xBB && base[position + 2] == 0xBF:  // BYTE ORDER MARK
        position += 3
      case 0x2F:
        switch base[position + 1] {
        case 0x2F: skipLineComment()
        case 0x2A: try skipBlockComment()
        default: return
        }
      default:
        return
      }
    }
  }

  mutating func skipToEndOfLine() {
    while base[position] != 0x0A, base[position] != 0x0D, position < count { position += 1 }
  }

  private mutating func skipLineComment() {
    let start = position
    skipToEndOfLine()
    keepComment(base[start + 2] == 0x2F ? .documentationLine : .line, from: start)
  }

  /// Skips a `/* … */` comment, including nested ones.
  private mutating func skipBlockComment() throws(SyntaxProblem) {
    let start = position
    position += 2
    var depth = 1
    while depth > 0 {
      switch base[position] {
      case 0x2A where base[position + 1] == 0x2F:
        depth -= 1
        position += 2
      case 0x2F where base[position + 1] == 0x2A:
        depth += 1
        position += 2
      case 0x0A, 0x0D:
        sawNewline = true
        position += 1
      case 0 where position >= count:
        throw problem("unterminated '/*' comment; add the closing '*/'", at: start)
      default:
        position += 1
      }
    }
    // `/**/` is an empty block comment, not empty documentation.
    let isDocumentation = base[start + 2] == 0x2A && position - start > 4
    keepComment(isDocumentation ? .documentationBlock : .block, from: start)
  }

  private mutating func keepComment(_ kind: Comment.Kind, from start: Int) {
    guard interpolationDepth == 0 else { return }
    comments.append(LexedComment(kind: kind, start: start, end: position))
  }
}
