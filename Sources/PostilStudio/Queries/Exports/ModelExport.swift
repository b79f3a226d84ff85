import Foundation
import PostilCompiler
import PostilQuery
import PostilRows
import PostilSchema

/// Rows as drafts of their model, or as values of a view's struct.
///
///     import Postil
///
///     let rows: [Tag.Draft] = [
///       Tag.Draft(name: "urgent"),  // Tag.ID(1)
///     ]
struct ModelExport {
  /// A property of the draft, with its columns.
  private struct Property {
    var name: String
    var type: String
    /// The columns, and the path from the property to each of them; a path is empty if the property isn't a group.
    var parts: [(path: ArraySlice<Substring>, column: ModelColumn, index: Int)]
  }

  private let table: ModelTable
  private let properties: [Property]
  /// The positions of the key's columns in a row; empty if drafts contain the key.
  private let key: [Int]

  /// - Parameter columns: the names of the rows' columns, in any order.
  /// - Returns: `nil` if the columns aren't those of the model, or if a type has no expression.
  init?(_ table: ModelTable, columns: [String]) {
    guard let model = table.model, Set(columns).count == columns.count,
      columns.allSatisfy({ table.column(named: $0) != nil })
    else { return nil }
    self.table = table
    let positions = Dictionary(columns.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var properties: [Property] = []
    for property in model.properties {
      let parts = property.columns.compactMap { part -> (ArraySlice<Substring>, ModelColumn, Int)? in
        guard let column = table.column(named: part.name), let index = positions[part.name] else { return nil }
        return (part.property.split(separator: ".").dropFirst(), column, index)
      }
      guard parts.count == property.columns.count else {
        // A lazy column isn't part of a row, and a draft may leave it out.
        guard property.role == .lazy, property.isOptional || property.defaultValue != nil else { return nil }
        continue
      }
      guard parts.allSatisfy({ $0.1.isExpressible }) else { return nil }
      guard model.isView || model.isInDraft(property) else { continue }
      properties.append(Property(name: property.name, type: property.type, parts: parts))
    }
    self.properties = properties
    let isAssigned = !model.isView && model.key.isAssigned
    key = isAssigned ? table.key.compactMap { positions[$0] } : []
  }

  /// The rows of a statement, as columns of the model store them; `nil` if a value isn't of its column's type, because it is the result of
  /// an expression.
  func stored(_ rows: [[SQLValue?]]) -> [[SQLValue?]]? {
    var rows = rows
    for index in rows.indices {
      for part in properties.lazy.flatMap(\.parts) {
        guard var value = rows[index][part.index] else {
          guard part.column.isOptional else { return nil }
          continue
        }
        // PostgreSQL writes the time zone of the session, which is UTC.
        if part.column.form == .date, case .text(let text) = value, text.hasSuffix("+00") {
          value = .text(String(text.dropLast(3)))
        }
        guard (try? part.column.storedValue(of: part.column.wholeCell(of: value))) != nil else { return nil }
        rows[index][part.index] = value
      }
    }
    return rows
  }

  /// A declaration of `rows`.
  func text(_ rows: [[SQLValue?]]) -> [UInt8] {
    let type = table.kind == .view ? table.swiftName : "\(table.swiftName).Draft"
    var bytes: [UInt8] = []
    if needsFoundation { bytes += "import Foundation\n".utf8 }
    bytes += "import Postil\n\nlet rows: [\(type)] = [".utf8
    if !rows.isEmpty { bytes += "\n".utf8 }
    for row in rows {
      let arguments = properties.map { "\(SwiftNames.label($0.name)): \(value(of: $0, in: row))" }
      bytes += "  \(type)(\(arguments.joined(separator: ", "))),\(comment(row))\n".utf8
    }
    bytes += "]\n".utf8
    if properties.contains(where: { $0.parts.contains { $0.column.form == .json } }) { bytes += Self.json.utf8 }
    return bytes
  }

  private var needsFoundation: Bool {
    properties.contains { property in
      property.parts.contains { [.blob, .date, .day, .uuid, .json, .decimal, .url].contains($0.column.form) }
    }
  }

  /// The key that the row has in this database.
  private func comment(_ row: [SQLValue?]) -> String {
    let values = key.compactMap { row[$0] }
    return values.isEmpty ? "" : "  // \(SwiftText.key(values, of: table))"
  }

  private func value(of property: Property, in row: [SQLValue?]) -> String {
    let isOptional = property.type.hasSuffix("?")
    guard let first = property.parts.first, !first.path.isEmpty else {
      return property.parts.first.map { Self.value(row[$0.index], of: $0.column) } ?? "nil"
    }
    let type = isOptional ? String(property.type.dropLast()) : property.type
    return group(property.parts, in: row, type: type, isOptional: isOptional)
  }

  /// `Address(city: "Rome", zip: nil)`, with the groups in it as `.init(…)`.
  private func group(
    _ parts: [(path: ArraySlice<Substring>, column: ModelColumn, index: Int)], in row: [SQLValue?], type: String,
    isOptional: Bool
  ) -> String {
    if isOptional, parts.allSatisfy({ row[$0.index] == nil }) { return "nil" }
    var arguments: [String] = []
    var rest = parts[...]
    while let part = rest.first, let name = part.path.first {
      let members = rest.prefix { $0.path.first == name }
      rest = rest.dropFirst(members.count)
      let value =
        part.path.count == 1
        ? Self.value(row[part.index], of: part.column)
        : group(
          members.map { ($0.path.dropFirst(), $0.column, $0.index) }, in: row, type: ".init",
          isOptional: members.allSatisfy(\.column.isOptional))
      arguments.append("\(SwiftNames.label(String(name))): \(value)")
    }
    return "\(type)(\(arguments.joined(separator: ", ")))"
  }

  private static func value(_ value: SQLValue?, of column: ModelColumn) -> String {
    guard let value else { return "nil" }
    if column.form == .json, case .text(let text) = value { return "json(\(SwiftExport.string(text)))" }
    return SwiftText.value(value, of: column)
  }

  /// Decodes the JSON of a column as the library does.
  private static let json = """

    private func json<Value: Decodable>(_ text: String) -> Value {
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
      decoder.dateDecodingStrategy = .custom { decoder in
        let text = try decoder.singleValueContainer().decode(String.self)
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, includingFractionalSeconds: text.contains("."))
        return try style.parse(text + "Z")
      }
      return try! decoder.decode(Value.self, from: Data(text.utf8))
    }

    """
}

extension ModelColumn {
  /// Whether each value has an expression in Swift.
  fileprivate var isExpressible: Bool {
    switch stored {
    case .custom(_, let base):
      switch base {
      case .boolean, .integer, .real, .text, .bytes, .timestamp, .uuid, .decimal, .url, .duration: true
      default: false
      }
    default: true
    }
  }
}
