import Foundation
import PostilQuery

/// Rows as a JSON array with one object for each row, its members in the order of the columns. Source: RFC 8259.
///
/// Bytes are Base64. An infinite number is the text `"inf"` or `"-inf"`, because JSON has none. A column whose name is repeated has a
/// number added to it.
enum JSONExport {
  /// The array, one row a line, with a line break at the end.
  static func text(_ columns: [String], _ rows: [[SQLValue?]]) -> [UInt8] {
    let names = names(columns)
    var bytes = Array("[".utf8)
    for (index, row) in rows.enumerated() { add(row, names, isFirst: index == 0, to: &bytes) }
    bytes += end(isEmpty: rows.isEmpty).utf8
    return bytes
  }

  /// The names of the members, as JSON.
  static func names(_ columns: [String]) -> [String] { ExportText.unique(columns).map(\.json) }

  /// Adds the object of a row.
  static func add(_ row: [SQLValue?], _ names: [String], isFirst: Bool, to bytes: inout [UInt8]) {
    bytes += (isFirst ? "\n  {" : ",\n  {").utf8
    for (column, value) in row.enumerated() {
      if column > 0 { bytes += ", ".utf8 }
      bytes += names[column].utf8
      bytes += ": ".utf8
      add(value, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// What follows the rows.
  static func end(isEmpty: Bool) -> String { isEmpty ? "]\n" : "\n]\n" }

  private static func add(_ value: SQLValue?, to bytes: inout [UInt8]) {
    switch value {
    case nil: bytes += "null".utf8
    case .integer(let number): bytes += "\(number)".utf8
    case .real(let number):
      bytes += number.isFinite ? Array("\(number)".utf8) : Array(ExportText.real(number).json.utf8)
    case .text(let text): bytes += text.json.utf8
    case .malformedText(let text): bytes += String(decoding: text, as: UTF8.self).json.utf8
    case .blob(let blob): bytes += Data(blob).base64EncodedString().json.utf8
    }
  }
}
