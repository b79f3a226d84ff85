// Text functions are SQLite's: they count Unicode code points, where Swift counts characters, and know the case of the letters
// of ASCII alone. Source: SQLite, "Built-In Scalar SQL Functions".
extension SQLExpression where Value.Unwrapped == String {
  /// The text with the letters of ASCII in lower case: `lower(t0."title")`.
  @inlinable
  public func lowercased() -> SQLOperation<Value> { SQLOperation(.function(.lower, node)) }

  /// The text with the letters of ASCII in upper case: `upper(t0."title")`.
  @inlinable
  public func uppercased() -> SQLOperation<Value> { SQLOperation(.function(.upper, node)) }

  /// The text without the spaces at both ends: `trim(t0."title")`.
  @inlinable
  public func trimmed() -> SQLOperation<Value> { SQLOperation(.function(.trim, node)) }

  /// The text without any of these characters at both ends: `trim(t0."title", ?1)`.
  @inlinable
  public func trimmed(_ characters: String) -> SQLOperation<Value> {
    SQLOperation(.function(.trim, node, .value(.text(characters))))
  }

  /// The text with every `text` replaced: `replace(t0."title", ?1, ?2)`.
  @inlinable
  public func replacing(_ text: String, with replacement: String) -> SQLOperation<Value> {
    SQLOperation(.function(.replace, node, .value(.text(text)), .value(.text(replacement))))
  }

  /// The text behind the first `offset` code points, of at most `length`: `substr(t0."title", ?1, ?2)`, where ?1 is
  /// `offset + 1`. A negative number counts as 0.
  @inlinable
  public func substring(from offset: Int, length: Int? = nil) -> SQLOperation<Value> {
    // SQLite takes 32 bits of both; no text is as long.
    let longest = Int(Int32.max)
    let start = ExpressionNode.value((Swift.min(Swift.max(offset, 0), longest - 1) + 1).binding)
    guard let length else { return SQLOperation(.function(.substr, node, start)) }
    return SQLOperation(.function(.substr, node, start, .value(Swift.min(Swift.max(length, 0), longest).binding)))
  }
}

extension SQLExpression where Value == String {
  /// How many code points the text has: `length(t0."title")`.
  @inlinable
  public var length: SQLOperation<Int> { SQLOperation(.function(.length, node)) }
}

extension SQLExpression where Value == String? {
  /// How many code points the text has, `nil` where there is none: `length(t0."note")`.
  @inlinable
  public var length: SQLOperation<Int?> { SQLOperation(.function(.length, node)) }
}
