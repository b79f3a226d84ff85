// `contains`, `hasPrefix` and `hasSuffix` are case-sensitive, like Swift's, whatever the collation of the column. Their
// text is matched literally, including `%` and `*`. They compare code points: "é" as a single code point isn't equal to
// "e" with a combining accent. None is true for `NULL`.
extension SQLExpression where Value.Unwrapped == String {
  /// Whether the text contains `text`: `instr(t0."title", ?1) > 0`. It can't use an index.
  @inlinable
  public func contains(_ text: String) -> SQLPredicate { contains(.value(.text(text))) }

  /// Whether the text contains the other expression's: `instr(t0."title", t1."name") > 0`.
  @inlinable
  public func contains<E: SQLExpression>(_ text: E) -> SQLPredicate where E.Value.Unwrapped == String {
    contains(text.node)
  }

  /// Whether the text starts with `text`: `t0."title" COLLATE BINARY >= ?1 AND t0."title" COLLATE BINARY < ?2`, where
  /// ?2 is the first text after all texts with this prefix.
  ///
  /// It uses an index on the column, unless the column has a collation other than `BINARY`.
  @inlinable
  public func hasPrefix(_ text: String) -> SQLPredicate { SQLPredicate(.hasPrefix(node, text)) }

  /// Whether the text starts with the other expression's: `instr(t0."title", t1."name") = 1`.
  @inlinable
  public func hasPrefix<E: SQLExpression>(_ text: E) -> SQLPredicate where E.Value.Unwrapped == String {
    SQLPredicate(.hasPrefix(node, text.node))
  }

  /// Whether the text ends with `text`: compares the last bytes of `CAST(t0."title" || '.' AS BLOB)`. It can't use an
  /// index.
  @inlinable
  public func hasSuffix(_ text: String) -> SQLPredicate { hasSuffix(.value(.text(text))) }

  /// Whether the text ends with the other expression's.
  @inlinable
  public func hasSuffix<E: SQLExpression>(_ text: E) -> SQLPredicate where E.Value.Unwrapped == String {
    hasSuffix(text.node)
  }

  /// Whether the text contains `text`, ignoring the case of ASCII letters: `t0."title" LIKE +?1 ESCAPE ?2`, where ?1 is
  /// `text` between two `%`, with its own `%` and `_` escaped.
  @inlinable
  public func containsIgnoringCase(_ text: String) -> SQLPredicate {
    SQLPredicate(.pattern(.like, node, .text("%\(LikePattern.escaped(text))%"), escape: .text("\\")))
  }

  /// Whether the text matches a pattern in which `%` matches any text and `_` any code point; `escape` before one of
  /// them makes it literal.
  ///
  /// `t0."title" LIKE +?1 ESCAPE ?2`. The case of ASCII letters is ignored. A pattern that ends with its escape matches nothing.
  @inlinable
  public func like(_ pattern: String, escape: Unicode.Scalar? = nil) -> SQLPredicate {
    // PostgreSQL would refuse it.
    if LikePattern.isUnfinished(pattern, escape) { return SQLPredicate(.comparison(.notEqual, node, node, .none)) }
    return SQLPredicate(.pattern(.like, node, .text(pattern), escape: escape.map { .text(String(Character($0))) }))
  }

  /// Whether the text matches a pattern in which `*` matches any text, `?` any code point and `[a-z]` any of these.
  ///
  /// `t0."title" GLOB ?1`. It is case-sensitive, and can use an index if the pattern starts with literal characters.
  @inlinable
  public func glob(_ pattern: String) -> SQLPredicate { SQLPredicate(.pattern(.glob, node, .text(pattern))) }

  @usableFromInline
  func contains(_ text: _ExpressionNode) -> SQLPredicate { SQLPredicate(.contains(node, text)) }

  @usableFromInline
  func hasSuffix(_ text: _ExpressionNode) -> SQLPredicate { SQLPredicate(.hasSuffix(node, text)) }
}

/// Escapes text for a `LIKE` pattern.
@usableFromInline
enum LikePattern {
  /// Whether nothing follows the last escape.
  @usableFromInline
  static func isUnfinished(_ pattern: String, _ escape: Unicode.Scalar?) -> Bool {
    !pattern.unicodeScalars.reversed().prefix { $0 == escape }.count.isMultiple(of: 2)
  }

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
