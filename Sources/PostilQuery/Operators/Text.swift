// Text functions are SQLite's: they count Unicode code points, where Swift counts characters, and convert the case of ASCII
// letters only. Source: SQLite, "Built-In Scalar SQL Functions".
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

  /// The text without the spaces at its beginning: `ltrim(t0."title")`.
  @inlinable
  public func trimmedStart() -> SQLOperation<Value> { SQLOperation(.function(.ltrim, node)) }

  /// The text without the spaces at its end: `rtrim(t0."title")`.
  @inlinable
  public func trimmedEnd() -> SQLOperation<Value> { SQLOperation(.function(.rtrim, node)) }

  /// The number of code points before the first `text`, `nil` if it isn't found: `nullif(instr(t0."title", ?1), 0) - 1`.
  @inlinable
  public func offset(of text: String) -> SQLOperation<Int?> {
    SQLOperation(.offset(of: .value(.text(text)), in: node))
  }

  /// The number of the first code point, `nil` of no text: `unicode(t0."title")`.
  @inlinable
  public var unicode: SQLOperation<Int?> { SQLOperation(.function(.unicode, node)) }

  /// The text with every `text` replaced: `replace(t0."title", ?1, ?2)`.
  @inlinable
  public func replacing(_ text: String, with replacement: String) -> SQLOperation<Value> {
    SQLOperation(.function(.replace, node, .value(.text(text)), .value(.text(replacement))))
  }

  /// At most `length` code points after the first `offset`: `substr(t0."title", ?1, ?2)`, where ?1 is
  /// `offset + 1`. A negative number counts as 0.
  @inlinable
  public func substring(from offset: Int, length: Int? = nil) -> SQLOperation<Value> {
    // SQLite uses 32 bits of both; no text is that long.
    let longest = Int(Int32.max)
    let start = ExpressionNode.value((Swift.min(Swift.max(offset, 0), longest - 1) + 1)._boundValue)
    guard let length else { return SQLOperation(.function(.substr, node, start)) }
    return SQLOperation(.function(.substr, node, start, .value(Swift.min(Swift.max(length, 0), longest)._boundValue)))
  }
}

extension SQLExpression where Value == String {
  /// How many code points the text has: `length(t0."title")`.
  @inlinable
  public var length: SQLOperation<Int> { SQLOperation(.function(.length, node)) }
}

extension SQLExpression where Value == String? {
  /// How many code points the text has, `nil` if there is none: `length(t0."note")`.
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
  /// A text of values, as C's `printf` writes them: `printf(?1, t0."count")`.
  ///
  /// `SQL.format("%05d %s", $0.number, $0.title)`: `%d` is an integer, `%f` and `%.2f` a `Double`, `%s` a text; what is `NULL` is
  /// 0 or no text, and what is missing too. Source: SQLite, "Built-in printf()".
  @inlinable
  public static func format<each E: SQLExpression>(_ format: String, _ values: repeat each E) -> SQLOperation<String> {
    var arguments: [ExpressionNode] = [.value(.text(format))]
    repeat arguments.append((each values).node)
    return SQLOperation(.format(arguments))
  }
}
