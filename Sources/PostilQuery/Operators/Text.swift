// SQLite's text functions. They count Unicode code points, while Swift counts characters, and they change the case only
// of ASCII letters. Source: SQLite, "Built-In Scalar SQL Functions".
extension SQLExpression where Value.Unwrapped == String {
  /// The text with its ASCII letters in lower case: `lower(t0."title")`.
  @inlinable
  public func lowercased() -> SQLOperation<Value> { SQLOperation(.function(.lower, node)) }

  /// The text with its ASCII letters in upper case: `upper(t0."title")`.
  @inlinable
  public func uppercased() -> SQLOperation<Value> { SQLOperation(.function(.upper, node)) }

  /// The text without leading and trailing spaces: `trim(t0."title")`.
  @inlinable
  public func trimmed() -> SQLOperation<Value> { SQLOperation(.function(.trim, node)) }

  /// The text without these characters at either end: `trim(t0."title", ?1)`.
  @inlinable
  public func trimmed(_ characters: String) -> SQLOperation<Value> {
    SQLOperation(.function(.trim, node, .value(.text(characters))))
  }

  /// The text without leading spaces: `ltrim(t0."title")`.
  @inlinable
  public func trimmedStart() -> SQLOperation<Value> { SQLOperation(.function(.ltrim, node)) }

  /// The text without trailing spaces: `rtrim(t0."title")`.
  @inlinable
  public func trimmedEnd() -> SQLOperation<Value> { SQLOperation(.function(.rtrim, node)) }

  /// Whether there is a text without characters: `t0."title" = ''`. Not true for `NULL`.
  public var isEmpty: SQLPredicate { SQLPredicate(.comparison(.equal, node, .literal("''"), .none)) }

  /// The number of code points before the first occurrence of `text`; `nil` if it isn't found:
  /// `nullif(instr(t0."title", ?1), 0) - 1`.
  @inlinable
  public func offset(of text: String) -> SQLOperation<Int?> {
    SQLOperation(.offset(of: .value(.text(text)), in: node))
  }

  /// The value of the first code point; `nil` for empty text: `unicode(t0."title")`.
  @inlinable
  public var unicode: SQLOperation<Int?> { SQLOperation(.function(.unicode, node)) }

  /// The text with every occurrence of `text` replaced: `replace(t0."title", ?1, ?2)`.
  @inlinable
  public func replacing(_ text: String, with replacement: String) -> SQLOperation<Value> {
    SQLOperation(.function(.replace, node, .value(.text(text)), .value(.text(replacement))))
  }

  /// At most `length` code points after skipping `offset`: `substr(t0."title", ?1, ?2)`, where ?1 is `offset + 1`. A
  /// negative number counts as 0.
  @inlinable
  public func substring(from offset: Int, length: Int? = nil) -> SQLOperation<Value> {
    // SQLite uses 32 bits for both, and no text is longer.
    let longest = Int(Int32.max)
    let start = _ExpressionNode.value((Swift.min(Swift.max(offset, 0), longest - 1) + 1)._boundValue)
    guard let length else { return SQLOperation(.function(.substr, node, start)) }
    return SQLOperation(.function(.substr, node, start, .value(Swift.min(Swift.max(length, 0), longest)._boundValue)))
  }
}

extension SQLExpression where Value == String {
  /// The number of code points: `length(t0."title")`.
  @inlinable
  public var length: SQLOperation<Int> { SQLOperation(.function(.length, node)) }
}

extension SQLExpression where Value == String? {
  /// The number of code points; `nil` if there is no text: `length(t0."note")`.
  @inlinable
  public var length: SQLOperation<Int?> { SQLOperation(.function(.length, node)) }
}

extension SQLExpression where Value == String {
  /// The UTF-8 bytes as hexadecimal digits: `hex(t0."title")`.
  @inlinable
  public var hexadecimal: SQLOperation<String> { SQLOperation(.function(.hex, node)) }
}

extension SQLExpression where Value == [UInt8] {
  /// The bytes as hexadecimal digits: `hex(t0."digest")`.
  @inlinable
  public var hexadecimal: SQLOperation<String> { SQLOperation(.function(.hex, node)) }
}

extension SQL {
  /// Formatted text, as with C's `printf`: `printf(?1, t0."count")`.
  ///
  /// `SQL.format("%05d %s", $0.number, $0.title)`: `%d` is an integer, `%f` and `%.2f` a `Double`, `%s` text. `NULL`
  /// and missing arguments are 0 or empty text. Source: SQLite, "Built-in printf()".
  @inlinable
  public static func format<each E: SQLExpression>(_ format: String, _ values: repeat each E) -> SQLOperation<String> {
    var arguments: [_ExpressionNode] = [.value(.text(format))]
    repeat arguments.append((each values).node)
    return SQLOperation(.format(arguments))
  }
}
