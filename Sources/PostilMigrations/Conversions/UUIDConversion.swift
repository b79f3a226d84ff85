/// Conversions of UUIDs between text and their 16 bytes.
enum UUIDConversion {
  /// Text that is a UUID, as Postil writes it.
  static func written(_ value: String) -> Conversion {
    Conversion("upper(\(value))")
  }

  /// In upper case, as Postil writes them.
  static func text(of value: String) -> Conversion {
    let hex = "hex(\(value))"
    let parts = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)].map { "substr(\(hex), \($0.0), \($0.1))" }
    // 'hex' returns empty text for NULL.
    return Conversion(
      "CASE WHEN \(value) IS NOT NULL THEN \(parts.joined(separator: " || '-' || ")) END")
  }

  /// `unhex` was added in SQLite 3.41. For earlier versions, each byte is looked up in a blob of all 256 bytes.
  /// Concatenated blobs become text with the same bytes. Source: SQLite, "SQL Language Expressions", section
  /// "Operators" (`||`).
  static func bytes(of value: String) -> Conversion {
    let all = (0..<256).map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
    let digit = "'0123456789abcdef'"
    let bytes = (0..<16).map { index in
      "substr(\"all\", 16 * instr(\(digit), substr(\"hex\", \(2 * index + 1), 1)) "
        + "+ instr(\(digit), substr(\"hex\", \(2 * index + 2), 1)) - 16, 1)"
    }
    let expression =
      "(SELECT CAST(\(bytes.joined(separator: " || ")) AS BLOB) "
      + "FROM (SELECT X'\(all)' AS \"all\", lower(replace(\(value), '-', '')) AS \"hex\"))"
    return Conversion("CASE WHEN \(value) IS NOT NULL THEN \(expression) END")
  }
}
