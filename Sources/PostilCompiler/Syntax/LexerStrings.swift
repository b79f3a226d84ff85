extension Lexer {
  /// Skips a string literal whose first quotation mark is at `position`.
  ///
  /// - Parameters:
  ///   - pounds: The number of `#` before the quotation mark (SE-0200).
  ///   - start: Where the literal starts, for the message.
  mutating func skipString(pounds: Int, from start: Int) throws(SyntaxProblem) {
    let isMultiline = startsMultilineString(pounds: pounds)
    position += isMultiline ? 3 : 1
    while true {
      switch base[position] {
      case 0x22:
        if isMultiline {
          guard base[position + 1] == 0x22, base[position + 2] == 0x22, hasPounds(pounds, at: position + 3) else {
            break
          }
          position += 3 + pounds
        } else {
          guard hasPounds(pounds, at: position + 1) else { break }
          position += 1 + pounds
        }
        return
      case 0x5C:
        guard hasPounds(pounds, at: position + 1) else { break }
        position += 1 + pounds
        if base[position] == 0x28 {
          try skipInterpolation(literal: start)
        } else if base[position] != 0x0A, base[position] != 0x0D, position < count {
          position += 1
        }
        continue
      case 0x0A, 0x0D:
        if isMultiline { break }
        throw problem("unterminated string; close it with '\(closing(pounds, "\""))' on the same line", at: start)
      case 0 where position >= count:
        let mark = closing(pounds, isMultiline ? "\"\"\"" : "\"")
        throw problem("unterminated string; close it with '\(mark)'", at: start)
      default:
        break
      }
      position += 1
    }
  }

  private func closing(_ pounds: Int, _ quotes: String) -> String { quotes + String(repeating: "#", count: pounds) }

  /// Whether there are `count` bytes `#` at `offset`.
  func hasPounds(_ count: Int, at offset: Int) -> Bool {
    var index = 0
    while index < count {
      if base[offset + index] != 0x23 { return false }
      index += 1
    }
    return true
  }

  /// Whether the quotation mark at `position` opens a multi-line string.
  ///
  /// `#"""#` is a single-line string of one quotation mark: after `#`, three marks open a multi-line string only if no
  /// mark followed by as many `#` closes it on the same line.
  private func startsMultilineString(pounds: Int) -> Bool {
    guard base[position + 1] == 0x22, base[position + 2] == 0x22 else { return false }
    guard pounds > 0 else { return true }
    var index = position + 2
    while base[index] != 0x0A, base[index] != 0x0D, index < count {
      if base[index] == 0x22, hasPounds(pounds, at: index + 1) { return false }
      index += 1
    }
    return true
  }

  /// Skips `(…)` of an interpolation, which can contain any Swift code, including strings with interpolations.
  private mutating func skipInterpolation(literal start: Int) throws(SyntaxProblem) {
    guard interpolationDepth < Self.deepestInterpolation else {
      throw problem(
        "interpolations are nested more than \(Self.deepestInterpolation) deep; name a part of this string first",
        at: start)
    }
    let outerPrevious = previous
    let outerNewline = sawNewline
    interpolationDepth += 1
    var depth = 0
    repeat {
      try skipTrivia()
      let token = try lexToken()
      switch token.kind {
      case .leftParen: depth += 1
      case .rightParen: depth -= 1
      case .endOfFile: throw problem("an interpolation in unterminated string; close it with ')'", at: start)
      default: break
      }
      previous = token
    } while depth > 0
    interpolationDepth -= 1
    previous = outerPrevious
    sawNewline = outerNewline
  }
}
