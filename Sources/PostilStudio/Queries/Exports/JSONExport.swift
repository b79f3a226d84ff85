import Foundation
import PostilQuery

/// Rows as a JSON array with one object for each row, its members in the order of the columns. Source: RFC 8259.
///
/// Bytes are Base64. An infinite number is the text `"inf"` or `"-inf"`, because JSON has none. A column whose name is repeated has a
/// number added to it.
enum JSONExport {
  /// The array, one row a line, with a line break at the end.
  static func text(_ columns: [String], _ rows: [[SQLValue?]]) -> [UInt8] {
    let names = ExportText.unique(columns).map { quoted($0) }
    var bytes = Array("[".utf8)
    for (index, row) in rows.enumerated() {
      bytes += (index == 0 ? "\n  {" : ",\n  {").utf8
      for (column, value) in row.enumerated() {
        if column > 0 { bytes += ", ".utf8 }
        bytes += names[column]
        bytes += ": ".utf8
        add(value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
    bytes += (rows.isEmpty ? "]\n" : "\n]\n").utf8
    return bytes
  }

  private static func add(_ value: SQLValue?, to bytes: inout [UInt8]) {
    switch value {
    case nil: bytes += "null".utf8
    case .integer(let number): bytes += "\(number)".utf8
    case .real(let number): bytes += number.isFinite ? Array("\(number)".utf8) : quoted(ExportText.real(number))
    case .text(let text): bytes += quoted(text)
    case .malformedText(let text): bytes += quoted(String(decoding: text, as: UTF8.self))
    case .blob(let blob): bytes += quoted(Data(blob).base64EncodedString())
    }
  }

  /// A string with control characters, and those that JavaScript takes for line breaks, as escapes.
  private static func quoted(_ text: String) -> [UInt8] {
    var bytes = [UInt8(ascii: "\"")]
    bytes.reserveCapacity(text.utf8.count + 2)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes += "\\\"".utf8
      case "\\": bytes += "\\\\".utf8
      case "\n": bytes += "\\n".utf8
      case "\r": bytes += "\\r".utf8
      case "\t": bytes += "\\t".utf8
      case _ where scalar.value < 0x20 || scalar.value == 0x7F || (0x2028...0x2029).contains(scalar.value):
        let digits = String(scalar.value, radix: 16)
        bytes += "\\u".utf8
        bytes += String(repeating: "0", count: 4 - digits.count).utf8
        bytes += digits.utf8
      default: bytes += UTF8.encode(scalar).map { Array($0) } ?? []
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return bytes
  }
}
