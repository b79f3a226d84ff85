import Foundation
import PostilQuery
import PostilSchema

/// Rows without a model as a Swift array: of tuples with the names of the columns, or of values if there is one column.
///
///     let rows: [(id: Int64, title: String, dueAt: Double?)] = [
///       (id: 1, title: "Oil the door", dueAt: nil),
///     ]
///
/// The type of a column is that of its values; it is optional if one of them is `NULL`, and `any Sendable` if they have several types.
/// Bytes are `Data`.
enum SwiftExport {
  /// A declaration of `rows`, preceded by `import Foundation` if it needs it.
  static func text(_ columns: [String], _ rows: [[SQLValue?]]) -> [UInt8] {
    let types = columns.indices.map { column in ValueType(rows.lazy.map { $0[column] }) }
    let names = SwiftColumnNames.names(columns)
    var bytes: [UInt8] = []
    if types.contains(where: \.needsFoundation) { bytes += "import Foundation\n\n".utf8 }
    let element =
      columns.count == 1
      ? types[0].name : "(\(zip(names, types).map { "\($0): \($1.name)" }.joined(separator: ", ")))"
    bytes += "let rows: [\(columns.isEmpty ? "Void" : element)] = [".utf8
    if !rows.isEmpty { bytes += "\n".utf8 }
    for row in rows {
      let values = zip(row, types).map { literal($0, $1) }
      let fields =
        columns.count == 1
        ? values[0] : "(\(zip(names, values).map { "\($0): \($1)" }.joined(separator: ", ")))"
      bytes += "  \(fields),\n".utf8
    }
    bytes += "]\n".utf8
    return bytes
  }

  private static func literal(_ value: SQLValue?, _ type: ValueType) -> String {
    switch value {
    case nil: return "nil"
    case .integer(let number): return type.isMixed ? "Int64(\(number))" : "\(number)"
    case .real(let number): return real(number)
    case .text(let text): return string(text)
    case .malformedText(let text): return string(String(decoding: text, as: UTF8.self))
    case .blob(let blob):
      return blob.isEmpty ? "Data()" : "Data(base64Encoded: \"\(Data(blob).base64EncodedString())\")!"
    }
  }

  private static func real(_ number: Double) -> String {
    if number.isNaN { return "Double.nan" }
    return number.isInfinite ? (number < 0 ? "-Double.infinity" : "Double.infinity") : "\(number)"
  }

  /// A literal in which characters that would be invisible, or change the direction of the source's text, are escapes.
  static func string(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isInvisible) else { return SwiftLiteral.string(text) }
    var result = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\r": result.append(contentsOf: "\\r".unicodeScalars)
      case "\t": result.append(contentsOf: "\\t".unicodeScalars)
      case "\"": result.append(contentsOf: "\\\"".unicodeScalars)
      case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
      case _ where isInvisible(scalar):
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      default: result.append(scalar)
      }
    }
    result.append("\"")
    return String(result)
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x7F else { return scalar.value < 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return true
    default: return false
    }
  }
}

/// The Swift type of a column's values.
private struct ValueType {
  private var names: Set<String> = []
  private var isOptional = false

  init(_ values: some Sequence<SQLValue?>) {
    for value in values {
      switch value {
      case nil: isOptional = true
      case .integer: names.insert("Int64")
      case .real: names.insert("Double")
      case .text, .malformedText: names.insert("String")
      case .blob: names.insert("Data")
      }
    }
  }

  var isMixed: Bool { names.count > 1 }
  var needsFoundation: Bool { names.contains("Data") }

  /// A column without a value other than `NULL` can be of any type.
  var name: String {
    if isMixed { return isOptional ? "(any Sendable)?" : "any Sendable" }
    return (names.first ?? "String") + (isOptional ? "?" : "")
  }
}

/// The names of columns as labels of a tuple.
private enum SwiftColumnNames {
  static func names(_ columns: [String]) -> [String] {
    ExportText.unique(columns.enumerated().map { label($1, at: $0) }).map { keywords.contains($0) ? "`\($0)`" : $0 }
  }

  /// `dueAt` for `due_at`, `count` for `count(*)`, `column3` for a name without a letter.
  private static func label(_ column: String, at index: Int) -> String {
    let words = column.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let first = words.first.map { word in
      // A word in capitals is one word; 'dueAt' stays as it is.
      word.allSatisfy { $0.isUppercase || $0.isNumber }
        ? word.lowercased() : word.prefix(1).lowercased() + word.dropFirst()
    }
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let name = ([first ?? ""] + rest).joined()
    return name.first?.isLetter == true ? name : "column\(index + 1)" + (name.isEmpty ? "" : "_\(name)")
  }

  /// The words that can't be a label without backticks. Source: The Swift Programming Language, "Keywords and Punctuation": all others can.
  private static let keywords: Set<String> = ["inout", "var", "let"]
}
