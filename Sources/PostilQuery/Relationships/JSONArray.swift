/// The keys as one JSON array, so that a statement takes any number of keys in one parameter: `[7,8]`, or
/// `[["a",1],["b",2]]` for composite keys.
///
/// - Returns: `nil` if SQLite wouldn't read one of the keys unchanged from JSON; see ``BoundValue/isExactInJSON``. Each
///   key is then bound to a separate statement.
@usableFromInline
func jsonArray(of keys: [some KeyValue]) -> String? {
  var text = JSONText()
  text.write("[")
  for (index, key) in keys.enumerated() {
    let bindings = key._boundValues
    guard bindings.allSatisfy(\.isExactInJSON) else { return nil }
    if index > 0 { text.write(",") }
    if bindings.count == 1 { text.write(bindings[0]) } else { text.write(bindings) }
  }
  text.write("]")
  return text.string
}

/// The bytes of a key. They are equal if the database considers the keys equal.
@usableFromInline
func keyBytes(of key: some KeyValue) -> [UInt8] {
  // In JSON, bytes are the same as the text of their digits.
  Array(key._boundValues.map(\.description).joined(separator: ",").utf8)
}

/// Writes JSON.
struct JSONText {
  var string = ""

  /// The values as an array.
  static func array(of values: [BoundValue]) -> String {
    var text = JSONText()
    text.string.reserveCapacity(values.count * 8 + 2)
    text.write(values)
    return text.string
  }

  /// The rows as an array of arrays.
  static func array(of rows: [[BoundValue]]) -> String {
    "[" + rows.map { array(of: $0) }.joined(separator: ",") + "]"
  }

  mutating func write(_ punctuation: String) { string.append(punctuation) }

  mutating func write(_ values: [BoundValue]) {
    string.append("[")
    for (index, value) in values.enumerated() {
      if index > 0 { string.append(",") }
      write(value)
    }
    string.append("]")
  }

  mutating func write(_ value: BoundValue) {
    switch value {
    case .null, .unstorable: string.append("null")
    case .integer(let value): string.append(String(value))
    case .real(let value): write(value)
    case .text(let value): string.append(json: value)
    case .blob(let value): writeHexadecimal(value)
    }
  }

  /// JSON has no infinity; a number outside the range is read as infinity. It has no NaN either, which SQLite stores as `NULL`.
  private mutating func write(_ value: Double) {
    if value.isNaN {
      string.append("null")
    } else if value.isInfinite {
      string.append(value < 0 ? "-9e999" : "9e999")
    } else {
      string.append(String(describing: value))
    }
  }

  private mutating func writeHexadecimal(_ bytes: [UInt8]) {
    string.append("\"")
    for byte in bytes {
      if byte < 0x10 { string.append("0") }
      string.append(String(byte, radix: 16, uppercase: true))
    }
    string.append("\"")
  }
}

extension String {
  /// Appends a text as a JSON string, in which only what must be escaped is escaped. Source: RFC 8259, section 7.
  package mutating func append(json text: String) {
    append("\"")
    if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) {
      for scalar in text.unicodeScalars { append(escaped: scalar) }
    } else {
      append(text)
    }
    append("\"")
  }

  private mutating func append(escaped scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": append("\\\"")
    case "\\": append("\\\\")
    case "\n": append("\\n")
    case "\r": append("\\r")
    case "\t": append("\\t")
    case _ where scalar.value < 0x20:
      append(scalar.value < 0x10 ? "\\u000" : "\\u00")
      append(String(scalar.value, radix: 16))
    default: unicodeScalars.append(scalar)
    }
  }

  /// The text as a JSON string.
  package var json: String {
    var string = ""
    string.append(json: self)
    return string
  }
}
