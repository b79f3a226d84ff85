/// One token of a piece of source, with its exact place.
public struct SyntaxToken: Hashable, Sendable {
  /// What a token is.
  public enum Kind: Hashable, Sendable {
    /// A name or a keyword, with or without backticks; `$0` too.
    case identifier
    /// `42`, `0xFF`, `1_000`.
    case integerLiteral
    /// `1.5`, `1e9`, `0x1p3`.
    case floatLiteral
    /// A string of any form, with what it stands for.
    case stringLiteral(StringLiteralValue)
    /// `/…/` and `#/…/#`.
    case regularExpressionLiteral
    /// A bracket or one of `,` `:` `::` `;` `.` `@` `#` `\`, or a directive such as `#if`.
    case punctuation
    /// An operator: `->`, `=`, `&`, `?`, `!` and all others.
    case `operator`
  }

  /// What the token is.
  public var kind: Kind
  /// The token as it was written, quotation marks and backticks included.
  public var text: String
  /// Where its first byte stands.
  public var position: SourcePosition
  /// The place behind its last byte.
  public var endPosition: SourcePosition

  /// The text without the backticks of a name.
  public var name: String {
    guard text.utf8.count > 2, text.hasPrefix("`"), text.hasSuffix("`") else { return text }
    return String(text.dropFirst().dropLast())
  }
}

/// What a string literal stands for.
public enum StringLiteralValue: Hashable, Sendable {
  /// The string, its escapes and its indentation taken out.
  case string(String)
  /// The literal holds an interpolation, so what it stands for is known only when the program runs.
  case interpolated
}
