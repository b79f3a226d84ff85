// `contains`, `hasPrefix` and `hasSuffix` are case-sensitive, like Swift's, whatever the collation of the column; their text
// is taken as it is, `%` and `*` included. They compare code points: "é" as one of them is not "e" with an accent.
// None is true of `NULL`.
extension SQLExpression where Value.Unwrapped == String {
  /// Whether the text contains `text`: `instr(t0."title", ?1) > 0`. No index helps.
  @inlinable
  public func contains(_ text: String) -> SQLPredicate { contains(.value(.text(text))) }

  /// Whether the text contains the other expression's: `instr(t0."title", t1."name") > 0`.
  @inlinable
  public func contains<E: SQLExpression>(_ text: E) -> SQLPredicate where E.Value.Unwrapped == String {
    contains(text.node)
  }

  /// Whether the text begins with `text`:
  /// `t0."title" COLLATE BINARY >= ?1 AND t0."title" COLLATE BINARY < ?2`, where ?2 is the first text after all those that do.
  ///
  /// An index on the column drives it, unless the column has another collation than `BINARY`.
  @inlinable
  public func hasPrefix(_ text: String) -> SQLPredicate { SQLPredicate(.hasPrefix(node, text)) }

  /// Whether the text begins with the other expression's: `instr(t0."title", t1."name") = 1`.
  @inlinable
  public func hasPrefix<E: SQLExpression>(_ text: E) -> SQLPredicate where E.Value.Unwrapped == String {
    SQLPredicate(.hasPrefix(node, text.node))
  }

  /// Whether the text ends with `text`: `substr(t0."title", length(t0."title") - length(?1) + 1) = ?1`. No index helps.
  @inlinable
  public func hasSuffix(_ text: String) -> SQLPredicate { hasSuffix(.value(.text(text))) }

  /// Whether the text ends with the other expression's.
  @inlinable
  public func hasSuffix<E: SQLExpression>(_ text: E) -> SQLPredicate where E.Value.Unwrapped == String {
    hasSuffix(text.node)
  }

  /// Whether the text contains `text`, upper and lower case of ASCII's letters being the same:
  /// `t0."title" LIKE ?1 ESCAPE ?2`, where ?1 is `text` between two `%`, its own `%` and `_` escaped.
  @inlinable
  public func containsIgnoringCase(_ text: String) -> SQLPredicate {
    SQLPredicate(.pattern(.like, node, .text("%\(LikePattern.escaped(text))%"), escape: .text("\\")))
  }

  /// Whether the text matches a pattern in which `%` is any text and `_` any code point; `escape` before one of them makes it
  /// ordinary.
  ///
  /// `t0."title" LIKE ?1 ESCAPE ?2`. Upper and lower case of ASCII's letters are the same.
  @inlinable
  public func like(_ pattern: String, escape: Unicode.Scalar? = nil) -> SQLPredicate {
    SQLPredicate(.pattern(.like, node, .text(pattern), escape: escape.map { .text(String(Character($0))) }))
  }

  /// Whether the text matches a pattern in which `*` is any text, `?` any code point and `[a-z]` one of these.
  ///
  /// `t0."title" GLOB ?1`. It is case-sensitive, and can use an index if the pattern begins with ordinary characters.
  @inlinable
  public func glob(_ pattern: String) -> SQLPredicate { SQLPredicate(.pattern(.glob, node, .text(pattern))) }

  @usableFromInline
  func contains(_ text: ExpressionNode) -> SQLPredicate { SQLPredicate(.contains(node, text)) }

  @usableFromInline
  func hasSuffix(_ text: ExpressionNode) -> SQLPredicate { SQLPredicate(.hasSuffix(node, text)) }
}

/// Text as it is, in a pattern of `LIKE`.
@usableFromInline
enum LikePattern {
  /// `50%` is `50\%`.
  @usableFromInline
  static func escaped(_ text: String) -> String {
    var pattern = ""
    for scalar in text.unicodeScalars {
      if scalar == "%" || scalar == "_" || scalar == "\\" { pattern.append("\\") }
      pattern.unicodeScalars.append(scalar)
    }
    return pattern
  }
}
