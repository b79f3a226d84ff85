import Foundation
import PostilCompiler
import PostilQuery
import PostilRows
import PostilSchema

/// Writes filters and orders as the Swift that a program would contain.
enum SwiftText {
  /// `Item.where { $0.dueAt < … && $0.title.contains("oil") }.order { $0.title }`
  static func query(
    of table: ModelTable, _ filters: [StudioFilter], _ order: [StudioOrder], deleted: DeletedRows
  ) -> String {
    guard table.kind != .join else { return "" }
    var text = table.swiftName
    switch deleted {
    case .included: text += ".withDeleted()"
    case .only: text += ".onlyDeleted()"
    case .excluded: break
    }
    if filters.isEmpty, order.isEmpty { return deleted == .excluded ? text + ".all" : text }
    let conditions = filters.map { condition($0, isAlone: filters.count == 1) }
    // Each condition more makes one closure slower to compile.
    if !conditions.isEmpty, conditions.count <= 3 {
      text += ".where { \(conditions.joined(separator: " && ")) }"
    } else {
      text += conditions.map { ".where { \($0) }" }.joined()
    }
    guard !order.isEmpty else { return text }
    let terms = order.map(\.swift)
    return text + ".order { \(terms.count == 1 ? terms[0] : "(\(terms.joined(separator: ", ")))") }"
  }

  /// `address.city`, with backticks where Swift needs them.
  static func path(_ name: String) -> String {
    name.split(separator: ".").map { SwiftNames.member(String($0)) }.joined(separator: ".")
  }

  private static func condition(_ filter: StudioFilter, isAlone: Bool) -> String {
    switch filter.subject {
    case .column(let column): condition(filter, column)
    case .related(let relationship, let inner): condition(inner, over: relationship)
    case .count(let relationship):
      condition(filter, "$0.\(SwiftNames.member(relationship.name)).count", filter.values.map(\._boundValue.literal))
    case .relationship(let relationship, let table): condition(filter, relationship, table, isAlone: isAlone)
    }
  }

  /// `$0.project.name.contains("x")`, or `$0.tags.any { $0.name == "x" }` for a relationship to several rows.
  private static func condition(_ filter: StudioFilter, over relationship: ModelRelationship) -> String {
    let name = "$0.\(SwiftNames.member(relationship.name))"
    guard case .column(var column) = filter.subject else { return "" }
    guard [.toOne, .hasOne].contains(relationship.kind) else { return "\(name).any { \(condition(filter, column)) }" }
    // What an absent row has is 'nil'.
    column.isOptional = column.isOptional || !relationship.isRequired || relationship.kind == .hasOne
    return condition(filter, column, in: name)
  }

  private static func condition(_ filter: StudioFilter, _ column: ModelColumn, in row: String = "$0") -> String {
    let name = "\(row).\(path(column.swiftName))"
    let values = filter.values.map { value($0, of: column) }
    if column.form == .boolean, !column.isOptional, [.equals, .notEquals].contains(filter.operation) {
      return (filter.values[0] == .integer(1)) == (filter.operation == .equals) ? name : "!\(name)"
    }
    return condition(filter, name, values)
  }

  private static func condition(_ filter: StudioFilter, _ name: String, _ values: [String]) -> String {
    switch filter.operation {
    case .equals, .notEquals:
      return "\(name) \(filter.operation == .equals ? "==" : "!=") \(values[0])"
    case .less: return "\(name) < \(values[0])"
    case .lessOrEqual: return "\(name) <= \(values[0])"
    case .greater: return "\(name) > \(values[0])"
    case .greaterOrEqual: return "\(name) >= \(values[0])"
    case .contains: return "\(name).contains(\(values[0]))"
    case .startsWith: return "\(name).hasPrefix(\(values[0]))"
    case .endsWith: return "\(name).hasSuffix(\(values[0]))"
    case .in: return "\(name).in([\(values.joined(separator: ", "))])"
    case .between: return "\(name).between(\(values[0]), \(values[1]))"
    case .isNil: return "\(name) == nil"
    case .isNotNil, .has, .isEmpty, .isNotEmpty: return "\(name) != nil"
    }
  }

  private static func condition(
    _ filter: StudioFilter, _ relationship: ModelRelationship, _ table: ModelTable, isAlone: Bool
  ) -> String {
    var name = "$0.\(SwiftNames.member(relationship.name))"
    let keys = filter.keys.map { key($0, of: table) }
    if relationship.kind == .toOne, let properties = relationship.resolved?.keyProperties, properties.count == 1 {
      name = "$0.\(path(properties[0]))"
      if filter.operation == .has {
        return keys.count == 1 ? "\(name) == \(keys[0])" : "\(name).in([\(keys.joined(separator: ", "))])"
      }
    }
    switch (relationship.kind, filter.operation) {
    case (.toOne, .isEmpty), (.hasOne, .isEmpty): return "\(name) == nil"
    case (.toOne, .isNotEmpty), (.hasOne, .isNotEmpty): return "\(name) != nil"
    case (.toOne, _), (.hasOne, _):
      if keys.count == 1 { return "\(name).id == \(keys[0])" }
      return "\(name).id.in([\(keys.joined(separator: ", "))])"
    case (_, .isEmpty): return "\(name).isEmpty"
    case (_, .isNotEmpty): return "!\(name).isEmpty"
    default: return keys.map { "\(name).contains(\($0))" }.joined(separator: " && ")
    }
  }

  /// `Project.ID(3)`, `Parcel.ID(carrier: "x", number: 3)`
  static func key(_ values: [SQLValue], of table: ModelTable) -> String {
    let columns = table.keyColumns
    if columns.count == 1 { return value(values[0], of: columns[0]) }
    let arguments = zip(columns, values).map { column, value in
      "\(SwiftNames.label(column.swiftName)): \(self.value(value, of: column))"
    }
    return "\(table.swiftName).ID(\(arguments.joined(separator: ", ")))"
  }

  /// The value as an expression of the column's type.
  static func value(_ value: SQLValue, of column: ModelColumn) -> String {
    if let name = column.choices.first(where: { $0.value == column.wholeCell(of: value) })?.swiftCase {
      // '.none' would be that of an optional.
      let isAmbiguous = column.isOptional && ["none", "some"].contains(name)
      return "\(isAmbiguous ? column.valueType : "").\(SwiftNames.member(name))"
    }
    switch column.stored {
    case .rowID, .raw: break
    case .any: return any(value)
    case .packed(let element, _):
      if case .blob(let bytes) = value, let numbers = packed(bytes, element) { return numbers }
      return plain(value, of: column)
    case .custom(let name, _): return "(try! \(name)(stored: \(plain(value, of: column))))"
    default: return plain(value, of: column)
    }
    // A generated ID is written as 'Item.ID(3)', and any other type over a raw value with its label.
    if case .rowID = column.stored { return "\(column.valueType)(\(plain(value, of: column)))" }
    return "\(column.valueType)(rawValue: \(plain(value, of: column)))"
  }

  private static func any(_ value: SQLValue) -> String {
    switch value {
    case .integer(let number): ".integer(\(number))"
    case .real(let number): ".real(\(number))"
    case .text(let text): ".text(\(SwiftExport.string(text)))"
    case .blob(let bytes), .malformedText(let bytes): ".blob(\(array(bytes)))"
    }
  }

  /// An array of numbers that is stored in a blob; `nil` if its elements have another type.
  private static func packed(_ bytes: [UInt8], _ element: String) -> String? {
    func numbers<Number>(_ type: Number.Type, _ text: (Number) -> String) -> String {
      let size = MemoryLayout<Number>.size
      return bytes.withUnsafeBytes { buffer in
        let values = stride(from: 0, through: buffer.count - size, by: size).map {
          text(buffer.loadUnaligned(fromByteOffset: $0, as: type))
        }
        return "[\(values.joined(separator: ", "))]"
      }
    }
    func integers<Number: FixedWidthInteger>(_ type: Number.Type) -> String {
      numbers(type) { "\(Number(littleEndian: $0))" }
    }
    switch element {
    case "Float": return numbers(UInt32.self) { real(Float(bitPattern: UInt32(littleEndian: $0))) }
    case "Double": return numbers(UInt64.self) { real(Double(bitPattern: UInt64(littleEndian: $0))) }
    case "Int8": return integers(Int8.self)
    case "Int16": return integers(Int16.self)
    case "Int32": return integers(Int32.self)
    case "Int", "Int64": return integers(Int64.self)
    case "UInt8": return integers(UInt8.self)
    case "UInt16": return integers(UInt16.self)
    case "UInt32": return integers(UInt32.self)
    case "UInt", "UInt64": return integers(UInt64.self)
    default: return nil
    }
  }

  private static func real(_ number: some BinaryFloatingPoint & CustomStringConvertible) -> String {
    if number.isNaN { return ".nan" }
    return number.isInfinite ? (number < 0 ? "-.infinity" : ".infinity") : "\(number)"
  }

  /// `Data` or an array of bytes.
  private static func bytes(_ bytes: [UInt8], of column: ModelColumn) -> String {
    let isArray = column.valueType == "[UInt8]"
    // A long array literal takes long to compile.
    guard bytes.count > 64 else { return isArray ? array(bytes) : "Data(\(array(bytes)))" }
    let data = "Data(base64Encoded: \"\(Data(bytes).base64EncodedString())\")!"
    return isArray ? "[UInt8](\(data))" : data
  }

  private static func array(_ bytes: [UInt8]) -> String {
    "[\(bytes.map { "0x" + [$0].hexadecimal.uppercased() }.joined(separator: ", "))]"
  }

  private static func plain(_ value: SQLValue, of column: ModelColumn) -> String {
    switch (column.type, value) {
    case _ where column.form == .date: date(value, of: column)
    case (.boolean, .integer(let number)): number == 0 ? "false" : "true"
    case (.day, .text(let text)):
      "DateComponents(year: \(digits(text, 0, 4)), month: \(digits(text, 5, 2)), day: \(digits(text, 8, 2)))"
    case (.duration, .integer(let number)): ".nanoseconds(\(number))"
    case (.decimal, .text(let text)): "Decimal(string: \(SwiftLiteral.string(text)))!"
    case (.uuid, .text(let text)): "UUID(uuidString: \(SwiftLiteral.string(text)))!"
    case (.uuidBytes, _): "UUID(uuidString: \(SwiftLiteral.string(column.wholeCell(of: value).string ?? "")))!"
    case (.unsignedInteger, .text(let text)): UInt64(text).map { "\($0)" } ?? "0"
    case (_, .integer(let number)): "\(number)"
    case (_, .real(let number)): real(number)
    case (_, .text(let text)):
      column.form == .url ? "URL(string: \(SwiftExport.string(text)))!" : SwiftExport.string(text)
    case (_, .malformedText(let bytes)) where column.form == .text:
      SwiftExport.string(String(decoding: bytes, as: UTF8.self))
    case (_, .blob(let bytes)), (_, .malformedText(let bytes)): self.bytes(bytes, of: column)
    }
  }

  private static func digits(_ text: String, _ start: Int, _ count: Int) -> String {
    String(Int(text.dropFirst(start).prefix(count)) ?? 0)
  }

  private static func date(_ value: SQLValue, of column: ModelColumn) -> String {
    guard var text = column.wholeCell(of: value).string,
      let instant = text.withUTF8({ DateText.instant(UnsafeRawBufferPointer($0)) })
    else { return "Date()" }
    let seconds = Double(instant.seconds) + Double(instant.nanoseconds) / 1e9
    return "Date(timeIntervalSince1970: \(instant.nanoseconds == 0 ? "\(instant.seconds)" : "\(seconds)"))"
  }
}
