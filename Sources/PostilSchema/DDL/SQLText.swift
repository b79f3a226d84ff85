/// Names and literals in SQL text. Postil quotes every name with `identifier`, and never writes a user's value into SQL
/// text: values are bindings.
public enum SQLText {
  /// A name in double quotes, with quotes in it doubled: `"item"` for `item`.
  ///
  /// The compiler refuses names with a NUL byte; here it would end the statement, so it is dropped.
  /// Source: SQLite, "SQL Language Expressions"; the SQL standard's delimited identifier.
  public static func identifier(_ name: String) -> String { enclosed(name, in: "\"") }

  /// Names in double quotes, separated by commas: `"a", "b"`.
  public static func identifiers(_ names: [String]) -> String {
    names.map(identifier).joined(separator: ", ")
  }

  /// A text literal in single quotes, with quotes in it doubled.
  ///
  /// It is for the raw values of enums, which are part of the schema.
  public static func literal(_ text: String) -> String { enclosed(text, in: "'") }

  /// The names in a piece of SQL, including keywords: words, and the contents of double quotes, brackets or backticks.
  public static func names(in sql: String) -> [String] {
    var names: [String] = []
    var rest = Substring(sql).utf8
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["):
        let close = byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : byte
        let content = rest.dropFirst().prefix { $0 != close }
        if byte != UInt8(ascii: "'") { names.append(String(Substring(content))) }
        rest = rest[content.endIndex...].dropFirst()
      case _ where isWord(byte):
        let word = rest.prefix(while: isWord)
        names.append(String(Substring(word)))
        rest = rest[word.endIndex...]
      default: rest.removeFirst()
      }
    }
    return names
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F
      || byte >= 0x80
  }

  private static func enclosed(_ text: String, in quote: Unicode.Scalar) -> String {
    var result = String.UnicodeScalarView()
    result.append(quote)
    for scalar in text.unicodeScalars where scalar != "\0" {
      result.append(scalar)
      if scalar == quote { result.append(quote) }
    }
    result.append(quote)
    return String(result)
  }
}
