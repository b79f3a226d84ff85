/// One token of a piece of source, with its exact position.
public struct SyntaxToken: Hashable, Sendable {
  /// The kind of a token.
  public enum Kind: Hashable, Sendable {
    /// A name or a keyword, with or without backticks; `$0` too.
    case identifier
    /// `42`, `0xFF`, `1_000`.
    case integerLiteral
    /// `1.5`, `1e9`, `0x1p3`.
    case floatLiteral
    /// A string in any form, with its value.
    case stringLiteral(StringLiteralValue)
    /// `/…/` and `#/…/#`.
    case regularExpressionLiteral
    /// A bracket or one of `,` `:` `::` `;` `.` `@` `#` `\`, or a directive such as `#if`.
    case punctuation
    /// An operator: `->`, `=`, `&`, `?`, `!` and all others.
    case `operator`
  }

  /// The kind of the token.
  public var kind: Kind
  /// The token as written, including quotation marks and backticks.
  public var text: String
  /// The position of its first byte.
  public var position: SourcePosition
  /// The position after its last byte.
  public var endPosition: SourcePosition

  /// The text without the backticks of a name.
  public var name: String {
    guard text.utf8.count > 2, text.hasPrefix("`"), text.hasSuffix("`") else { return text }
    return String(text.dropFirst().dropLast())
  }
}

/// The value of a string literal.
public enum StringLiteralValue: Hashable, Sendable {
  /// The string, with escapes decoded and indentation removed.
  case string(String)
  /// The literal contains an interpolation, so its value is only known at run time.
  case interpolated
}
