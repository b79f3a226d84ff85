extension DeclarationParser {
  /// The next token; `endOfFile` at the end.
  var token: Token { source.tokens[index] }

  /// The token `distance` after the next one.
  func peek(_ distance: Int = 1) -> Token {
    source.tokens[min(index + distance, source.tokens.count - 1)]
  }

  /// The start of the unread text.
  var currentStart: Int { token.start + split }

  /// The kind of the next token, or of its unread rest.
  var kind: TokenKind {
    if split == 0 { return token.kind }
    switch source.bytes[currentStart] {
    case 0x3F: return .postfixQuestion
    case 0x21: return .exclamation
    case 0x3D where token.end - currentStart == 1: return .equal
    case 0x2D where token.end - currentStart == 2 && source.bytes[currentStart + 1] == 0x3E: return .arrow
    default: return token.kind
    }
  }

  /// The next keyword; `.none` if the next token isn't one.
  var keyword: Keyword { token.keyword }

  mutating func advance() {
    if split > 0, kind == .postfixQuestion || kind == .exclamation {
      advanceBytes(1)
      return
    }
    previousEnd = token.end
    split = 0
    if index < source.tokens.count - 1 { index += 1 }
  }

  /// Reads only the first bytes of the token.
  private mutating func advanceBytes(_ count: Int) {
    split += count
    previousEnd = token.start + split
    if previousEnd >= token.end {
      split = 0
      if index < source.tokens.count - 1 { index += 1 }
    }
  }

  /// Reads one token, or a bracket with everything that it encloses.
  mutating func skipBalanced() {
    if token.partner > index { index = token.partner }
    advance()
  }

  mutating func consume(_ wanted: TokenKind) -> Bool {
    guard kind == wanted else { return false }
    advance()
    return true
  }

  mutating func consume(_ wanted: Keyword) -> Bool {
    guard keyword == wanted else { return false }
    advance()
    return true
  }

  var isAtOperator: Bool {
    switch token.kind {
    case .binaryOperator, .prefixOperator, .postfixOperator: return true
    default: return false
    }
  }

  /// Whether the next token is an operator whose text starts with this byte.
  func isAt(operatorPrefix byte: UInt8) -> Bool { isAtOperator && source.bytes[currentStart] == byte }

  /// Whether the next token is exactly this one-byte operator.
  func isAt(operator byte: UInt8) -> Bool {
    isAt(operatorPrefix: byte) && token.end - currentStart == 1
  }

  /// Whether the next token is `...`.
  var isAtEllipsis: Bool {
    isAtOperator && token.end - currentStart == 3 && source.bytes[currentStart] == 0x2E
      && source.bytes[currentStart + 1] == 0x2E && source.bytes[currentStart + 2] == 0x2E
  }

  /// Reads the first byte of an operator.
  mutating func consume(operatorPrefix byte: UInt8) -> Bool {
    guard isAt(operatorPrefix: byte) else { return false }
    advanceBytes(1)
    return true
  }

  /// A position to return to.
  struct Checkpoint {
    var index: Int
    var split: Int
    var previousEnd: Int
  }

  var checkpoint: Checkpoint { Checkpoint(index: index, split: split, previousEnd: previousEnd) }

  mutating func restore(_ checkpoint: Checkpoint) {
    index = checkpoint.index
    split = checkpoint.split
    previousEnd = checkpoint.previousEnd
  }

  func position(at offset: Int) -> SourcePosition { source.lines.position(at: offset) }

  /// The text from `start` to the end of what was last read.
  func textRead(from start: Int) -> SourceText {
    SourceText(source.text(start, previousEnd), at: position(at: start))
  }

  /// The text between the bracket at `opener` and its partner, without white space and comments at either end.
  func textInside(_ opener: Int) -> String {
    let closer = source.tokens[opener].partner
    guard closer > opener + 1 else { return "" }
    return source.text(source.tokens[opener + 1].start, source.tokens[closer - 1].end)
  }

  /// A token's text, without backticks.
  func name(of token: Token) -> String {
    guard token.end - token.start > 2, source.bytes[token.start] == 0x60, source.bytes[token.end - 1] == 0x60 else {
      return source.text(token.start, token.end)
    }
    return source.text(token.start + 1, token.end - 1)
  }

  func problem(_ message: String, at offset: Int) -> SyntaxProblem {
    SyntaxProblem(message, at: position(at: offset))
  }
}
