/// Quotes names and literals for SQL. The compiler and the tools pass every name that they write into SQL to
/// `identifier`. Users' values are never written into SQL; they are bound.
package enum SQLText {
  /// A name in double quotes, with quotes in it doubled: `item` gives `"item"`.
  ///
  /// A NUL character is left out, because it would end the statement. The compiler rejects names that contain one.
  /// Source: SQLite, "SQL Language Expressions"; the SQL standard's delimited identifier.
  package static func identifier(_ name: String) -> String { enclosed(name, in: "\"") }

  /// Whether a table with this name would hide a table-valued function of SQLite that Postil's statements use.
  package static func isTableFunction(_ name: String) -> Bool {
    let name = name.foldedName
    return name == "json_each" || name == "json_tree" || name.hasPrefix("pragma_")
  }

  /// Names in double quotes, separated by commas: `"a", "b"`.
  package static func identifiers(_ names: [String]) -> String {
    names.map(identifier).joined(separator: ", ")
  }

  /// A text literal in single quotes, with quotes in it doubled.
  ///
  /// It is for literals that are part of a schema, such as the raw values of enums.
  package static func literal(_ text: String) -> String { enclosed(text, in: "'") }

  /// The text of a file with LF line endings and without a byte order mark.
  package static func normalized(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\n"), bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      bytes.append(byte)
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return String(decoding: bytes.starts(with: mark) ? bytes[3...] : bytes[...], as: UTF8.self)
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
