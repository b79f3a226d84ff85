import PostilQuery

/// Rows as comma-separated values, with the names of the columns in the first line. Source: RFC 4180.
///
/// `NULL` is an empty field, and an empty text is `""`. Bytes are hexadecimal digits. Every text is in the file as it is in the
/// database: a spreadsheet that reads it may take a text that begins with `=` for a formula.
enum CSVExport {
  /// The lines, each with CR and LF at its end.
  static func text(_ columns: [String], _ rows: [[SQLValue?]]) -> [UInt8] {
    var bytes: [UInt8] = []
    add(columns, to: &bytes)
    for row in rows { add(row, to: &bytes) }
    return bytes
  }

  /// Adds the first line.
  static func add(_ columns: [String], to bytes: inout [UInt8]) { add(columns.map { SQLValue.text($0) }, to: &bytes) }

  /// Adds the line of a row.
  static func add(_ row: [SQLValue?], to bytes: inout [UInt8]) {
    for (index, value) in row.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      add(value, to: &bytes)
    }
    bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
  }

  private static func add(_ value: SQLValue?, to bytes: inout [UInt8]) {
    switch value {
    case nil: break
    case .integer(let number): bytes += "\(number)".utf8
    case .real(let number): bytes += ExportText.real(number).utf8
    case .blob(let blob): bytes += blob.isEmpty ? Array("\"\"".utf8) : Array(ExportText.hex(blob).utf8)
    case .text(let text): add(Array(text.utf8), to: &bytes)
    case .malformedText(let text): add(text, to: &bytes)
    }
  }

  /// Quotes a text that is empty, contains a separator, a quote or a control character, or begins or ends with a space.
  private static func add(_ text: [UInt8], to bytes: inout [UInt8]) {
    let special = text.contains { $0 < 0x20 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }
    let space = UInt8(ascii: " ")
    guard special || text.isEmpty || text.first == space || text.last == space else {
      bytes += text
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in text {
      bytes.append(byte)
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
