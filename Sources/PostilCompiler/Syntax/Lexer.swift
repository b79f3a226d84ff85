/// Converts the bytes of a Swift source into tokens and comments: TSPL "Lexical Structure".
///
/// The lexer reads bytes through a pointer to a buffer that ends in zeros. `LineTable.reading` rejects sources that
/// contain a zero byte, so a zero is always the end, and no read goes past it.
struct Lexer {
  let base: UnsafePointer<UInt8>
  let count: Int
  let lines: LineTable
  var position = 0
  /// The previous token, to distinguish a regular expression from a division.
  var previous: Token?
  /// The number of open interpolations around the current position.
  var interpolationDepth = 0
  /// Whether there is a line break between the previous token and the next one.
  var sawNewline = true
  var tokens: [Token] = []
  var comments: [LexedComment] = []

  /// The maximum nesting of interpolations, so that no input can exhaust the stack.
  static let deepestInterpolation = 32

  /// Reads a whole source.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file, with a byte order mark if there is one.
  ///   - base: The position of the first byte, if the text is part of a file.
  /// - Throws: `SyntaxProblem` for a binary source, an unterminated literal or comment, or unmatched brackets.
  static func lex(
    _ bytes: [UInt8], at base: SourcePosition = SourcePosition()
  ) throws(SyntaxProblem) -> LexedSource {
    let lines = try LineTable.reading(bytes, at: base)
    let padded = bytes + [0, 0, 0, 0]
    return try padded.withUnsafeBufferPointer { buffer throws(SyntaxProblem) -> LexedSource in
      guard let start = buffer.baseAddress else {
        return LexedSource(bytes: [], lines: lines, tokens: [Token(kind: .endOfFile, start: 0, end: 0)], comments: [])
      }
      var lexer = Lexer(base: start, count: bytes.count, lines: lines)
      lexer.tokens.reserveCapacity(bytes.count / 5)
      try lexer.lexAll()
      return LexedSource(bytes: bytes, lines: lines, tokens: lexer.tokens, comments: lexer.comments)
    }
  }

  init(base: UnsafePointer<UInt8>, count: Int, lines: LineTable) {
    self.base = base
    self.count = count
    self.lines = lines
  }

  private mutating func lexAll() throws(SyntaxProblem) {
    if base[0] == 0xEF, base[1] == 0xBB, base[2] == 0xBF { position = 3 }
    if base[position] == 0x23, base[position + 1] == 0x21 { skipToEndOfLine() }  // #!
    var pairing = BracketPairing()
    while true {
      try skipTrivia()
      let token = try lexToken()
      tokens.append(token)
      try pairing.note(&tokens, lines: lines)
      previous = token
      if token.kind == .endOfFile { return }
    }
  }

  /// Reads the token at `position`, after trivia was skipped.
  mutating func lexToken() throws(SyntaxProblem) -> Token {
    let start = position
    let startsLine = sawNewline
    sawNewline = false
    let byte = base[position]
    var token = Token(kind: .endOfFile, startsLine: startsLine, start: start, end: start)
    switch byte {
    case 0x61...0x7A, 0x41...0x5A, 0x5F:  // a-z A-Z _
      skipIdentifier()
      token.kind = .identifier
      token.keyword = Keyword.spelled(base + start, count: position - start)
    case 0x30...0x39:
      token.kind = skipNumber()
    case 0x28: token.kind = punctuation(.leftParen)
    case 0x29: token.kind = punctuation(.rightParen)
    case 0x5B: token.kind = punctuation(.leftSquare)
    case 0x5D: token.kind = punctuation(.rightSquare)
    case 0x7B: token.kind = punctuation(.leftBrace)
    case 0x7D: token.kind = punctuation(.rightBrace)
    case 0x2C: token.kind = punctuation(.comma)
    case 0x3B: token.kind = punctuation(.semicolon)
    case 0x40: token.kind = punctuation(.at)
    case 0x5C: token.kind = punctuation(.backslash)
    case 0x3A:
      token.kind = punctuation(.colon)
      if base[position] == 0x3A { token.kind = punctuation(.doubleColon) }
    case 0x22:
      try skipString(pounds: 0, from: start)
      token.kind = .stringLiteral
    case 0x23: token.kind = try lexPound()
    case 0x24:
      token.kind = skipDollarIdentifier()
    case 0x60:
      try skipBacktickedIdentifier()
      token.kind = .identifier
    case 0x3F where isLeftBound(at: start), 0x21 where isLeftBound(at: start):  // ? !
      token.kind = punctuation(byte == 0x3F ? .postfixQuestion : .exclamation)
    case 0 where position >= count:
      return token
    default:
      token.kind = try lexOperatorOrUnicode()
    }
    token.end = position
    return token
  }

  private mutating func punctuation(_ kind: TokenKind) -> TokenKind {
    position += 1
    return kind
  }

  func problem(_ message: String, at offset: Int) -> SyntaxProblem {
    SyntaxProblem(message, at: lines.position(at: offset))
  }
}
