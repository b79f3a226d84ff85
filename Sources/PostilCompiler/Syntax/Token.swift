/// What a token is, as far as reading declarations needs to tell.
enum TokenKind: UInt8 {
  /// A name or a keyword; `Token.keyword` says which, and is `.none` for a name in backticks.
  case identifier
  /// `$0`
  case dollarIdentifier
  case integerLiteral
  case floatLiteral
  /// A whole string literal, its delimiters and interpolations included.
  case stringLiteral
  case regularExpressionLiteral
  case leftParen, rightParen, leftSquare, rightSquare, leftBrace, rightBrace
  case comma, colon, doubleColon, semicolon, period, at, backslash
  /// `#` in front of a macro's name.
  case pound
  case poundIf, poundElseif, poundElse, poundEndif, poundSourceLocation
  case arrow, equal
  /// `&` in front of an argument.
  case prefixAmpersand
  /// `?` and `!` with no space before them.
  case postfixQuestion, exclamation
  /// `?` of a ternary.
  case infixQuestion
  case binaryOperator, prefixOperator, postfixOperator
  case endOfFile
}

/// One token: where it stands in the bytes and what it is.
struct Token {
  var kind: TokenKind
  var keyword: Keyword = .none
  /// Whether a line break stands between the token before and this one.
  var startsLine = false
  /// The offset of the first byte.
  var start: Int
  /// The offset behind the last byte.
  var end: Int
  /// For a bracket the index of the one it pairs with; for `#if` that of its `#endif`. `-1` for all else.
  var partner = -1
}

/// A comment as the lexer meets it.
struct LexedComment {
  var kind: Comment.Kind
  var start: Int
  var end: Int
}

/// A source after the lexer: its bytes, tokens and comments. The last token is always `endOfFile`.
struct LexedSource {
  var bytes: [UInt8]
  var lines: LineTable
  var tokens: [Token]
  var comments: [LexedComment]

  /// The text of a range of bytes; offsets outside the source are brought inside.
  func text(_ start: Int, _ end: Int) -> String {
    let lower = min(max(start, 0), bytes.count)
    let upper = min(max(end, lower), bytes.count)
    return String(decoding: bytes[lower..<upper], as: UTF8.self)
  }
}
