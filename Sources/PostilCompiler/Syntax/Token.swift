/// The kinds of tokens that the declaration parser distinguishes.
enum TokenKind: UInt8 {
  /// A name or a keyword. The keyword is in `Token.keyword`; it is `.none` for a name in backticks.
  case identifier
  /// `$0`
  case dollarIdentifier
  case integerLiteral
  case floatLiteral
  /// A whole string literal, including its delimiters and interpolations.
  case stringLiteral
  case regularExpressionLiteral
  case leftParen, rightParen, leftSquare, rightSquare, leftBrace, rightBrace
  case comma, colon, doubleColon, semicolon, period, at, backslash
  /// `#` before a macro's name.
  case pound
  case poundIf, poundElseif, poundElse, poundEndif, poundSourceLocation
  case arrow, equal
  /// `&` before an argument.
  case prefixAmpersand
  /// `?` and `!` without a space before them.
  case postfixQuestion, exclamation
  /// `?` of a ternary.
  case infixQuestion
  case binaryOperator, prefixOperator, postfixOperator
  case endOfFile
}

/// One token: its range of bytes and its kind.
struct Token {
  var kind: TokenKind
  var keyword: Keyword = .none
  /// Whether there is a line break between the previous token and this one.
  var startsLine = false
  /// The offset of the first byte.
  var start: Int
  /// The offset after the last byte.
  var end: Int
  /// For a bracket, the index of its partner; for `#if`, that of its `#endif`; otherwise `-1`.
  var partner = -1
}

/// A comment as read by the lexer.
struct LexedComment {
  var kind: Comment.Kind
  var start: Int
  var end: Int
}

/// The output of the lexer: the bytes, tokens and comments of a source. The last token is always `endOfFile`.
struct LexedSource {
  var bytes: [UInt8]
  var lines: LineTable
  var tokens: [Token]
  var comments: [LexedComment]

  /// The text of a range of bytes; offsets are limited to the source.
  func text(_ start: Int, _ end: Int) -> String {
    let lower = min(max(start, 0), bytes.count)
    let upper = min(max(end, lower), bytes.count)
    return String(decoding: bytes[lower..<upper], as: UTF8.self)
  }
}
