/// Reads the tokens of a piece of source one by one: TSPL "Lexical Structure".
///
/// Only what `next()` has returned has been read. A reader can stop after the last token it needs, even if text that
/// isn't Swift follows:
///
/// ```swift
/// var reader = try TokenReader(SourceText(#"(dueAt, where: "done = 0") isn't full"#, at: position))
/// while let token = try reader.next(), token.text != ")" { … }
/// ```
public struct TokenReader: Sendable {
  private let padded: [UInt8]
  private let count: Int
  private let lines: LineTable
  private var offset = 0
  private var previous: Token?

  /// Starts at the first byte of a text.
  ///
  /// - Parameter source: The text and its position in the file; positions of tokens are relative to the file.
  /// - Throws: `SyntaxProblem` if the text contains a zero byte.
  public init(_ source: SourceText) throws(SyntaxProblem) {
    let bytes = Array(source.text.utf8)
    lines = try LineTable.reading(bytes, at: source.position)
    count = bytes.count
    padded = bytes + [0, 0, 0, 0]
  }

  /// The position after the token that was read last.
  public var position: SourcePosition { lines.position(at: offset) }

  /// The offset in bytes, from the start of the text, after the token that was read last.
  public var byteOffset: Int { offset }

  /// Reads one token, after skipping the white space and comments before it.
  ///
  /// - Returns: `nil` at the end.
  /// - Throws: `SyntaxProblem` for an unterminated literal or comment, an invalid character, or a string with an
  ///   invalid escape or indentation. Tokens that were read before are unaffected.
  public mutating func next() throws(SyntaxProblem) -> SyntaxToken? {
    var lexer: Lexer?
    let start = offset
    let before = previous
    let token = try padded.withUnsafeBufferPointer { buffer throws(SyntaxProblem) -> Token in
      guard let base = buffer.baseAddress else { return Token(kind: .endOfFile, start: 0, end: 0) }
      var reading = Lexer(base: base, count: count, lines: lines)
      reading.position = start
      reading.previous = before
      try reading.skipTrivia()
      let token = try reading.lexToken()
      lexer = reading
      return token
    }
    guard lexer != nil, token.kind != .endOfFile else { return nil }
    var kind = Self.publicKind(of: token.kind)
    if token.kind == .stringLiteral {
      kind = .stringLiteral(try StringLiteralDecoder.decode(padded[token.start..<token.end], lines: lines))
    }
    offset = token.end
    previous = token
    return SyntaxToken(
      kind: kind, text: String(decoding: padded[token.start..<token.end], as: UTF8.self),
      position: lines.position(at: token.start), endPosition: lines.position(at: token.end))
  }

  private static func publicKind(of kind: TokenKind) -> SyntaxToken.Kind {
    switch kind {
    case .identifier, .dollarIdentifier: return .identifier
    case .integerLiteral: return .integerLiteral
    case .floatLiteral: return .floatLiteral
    case .stringLiteral: return .stringLiteral(.interpolated)
    case .regularExpressionLiteral: return .regularExpressionLiteral
    case .arrow, .equal, .prefixAmpersand, .postfixQuestion, .exclamation, .infixQuestion, .binaryOperator,
      .prefixOperator, .postfixOperator:
      return .operator
    default: return .punctuation
    }
  }
}

extension SyntaxToken {
  /// All tokens of a text, without comments.
  ///
  /// - Throws: like `TokenReader.next()`. Brackets don't need to match.
  public static func all(of source: SourceText) throws(SyntaxProblem) -> [SyntaxToken] {
    var reader = try TokenReader(source)
    var tokens: [SyntaxToken] = []
    while let token = try reader.next() { tokens.append(token) }
    return tokens
  }
}
