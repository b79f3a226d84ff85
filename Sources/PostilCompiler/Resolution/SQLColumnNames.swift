import PostilSchema

/// Gives the columns that an SQL expression names other names: an embedded struct's checks name its own columns, which every model
/// calls after its own prefix.
enum SQLColumnNames {
  /// The expression with each name that is a key of `names` replaced by the value, in quotes.
  ///
  /// A name stands for a column unless it is called (`length(`), qualified, or behind `COLLATE` or `AS`, where a collation or a type is
  /// named. Names are compared as SQL compares them. Source: SQLite, "SQL Language Expressions".
  static func replacing(_ names: [String: String], in expression: String) -> String {
    let folded = Dictionary(
      names.map { (NameRegister.folded($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    let bytes = Array(expression.utf8)
    var result: [UInt8] = []
    var position = 0
    var previous = ""
    while position < bytes.count {
      let start = position
      let first = bytes[position]
      let name: String?
      if let close = SQLBytes.closingQuote(of: first) {
        position = SQLBytes.endOfQuoted(bytes, from: position, close: close)
        name = first == 0x27 ? nil : unquoted(bytes[start..<position], close: close)
      } else if SQLBytes.isNameStart(first) {
        while position < bytes.count, SQLBytes.isNamePart(bytes[position]) { position += 1 }
        // `x'00'` is one literal.
        let isBlob = position < bytes.count && bytes[position] == 0x27
        name = isBlob ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
      } else if (0x30...0x39).contains(first) {
        // A number, `x'00'` and `1e5` included; what follows the digits is no name.
        while position < bytes.count, SQLBytes.isNamePart(bytes[position]) { position += 1 }
        name = nil
      } else {
        position += 1
        name = nil
      }
      let text = String(decoding: bytes[start..<position], as: UTF8.self)
      if let name, let replacement = folded[NameRegister.folded(name)], !["COLLATE", "AS", "."].contains(previous),
        !isCalled(bytes, from: position)
      {
        result += Array(SQLText.identifier(replacement).utf8)
      } else {
        result += bytes[start..<position]
      }
      if first > 0x20 { previous = text.uppercased() }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func unquoted(_ bytes: ArraySlice<UInt8>, close: UInt8) -> String {
    var text: [UInt8] = []
    var isDoubled = false
    for byte in bytes.dropFirst().dropLast() {
      isDoubled = byte == close && !isDoubled
      if !isDoubled { text.append(byte) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isCalled(_ bytes: [UInt8], from end: Int) -> Bool {
    bytes[end...].first { $0 > 0x20 } == 0x28
  }
}
