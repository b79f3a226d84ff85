import Foundation
import PostilCompiler
import PostilQuery
import PostilSchema

extension ModelColumn {
  /// The stored value of a value in a document, in the forms that people write; `nil` is `NULL`.
  ///
  /// The forms are those of cells, with these exceptions: JSON is JSON and not a text, bytes are Base64, an array of numbers is an array,
  /// a duration is a number of seconds, an enum's value can also be the name of its case, and numbers aren't written as strings.
  /// - Throws: ``ValueRefusal`` if it isn't a value of the column's type.
  package func value(of json: PlacedJSON, types: [ResolvedJSONType]) throws(ValueRefusal) -> SQLValue? {
    if json.isNull { return nil }
    if form == .enum { return try value(ofCell: choice(json)) }
    switch (type, json.content) {
    case (.json, _):
      if case .json(let name)? = stored { try JSONShape(types: types, column: self).check(json, name) }
      return .text(json.storedText)
    case (.bytes, .string(let text)):
      guard let data = Data(base64Encoded: text) else { throw refusal("bytes as Base64, such as \"AP9c\"") }
      return .blob([UInt8](data))
    case (.bytes, _): throw refusal("bytes as Base64, such as \"AP9c\"")
    case (.packed, _): return .blob(try PackedNumbers.bytes(of: json, in: self))
    case (.duration, _): return .integer(try nanoseconds(json))
    case (.decimal, .number(_, let text)), (.unsignedInteger, .number(_, let text)):
      return try value(ofCell: .string(text))
    case (.integer, .string), (.unsignedInteger, .string), (.real, .string), (.boolean, .integer):
      // Refused with the words for the type.
      return try value(ofCell: .array([]))
    default: return try value(ofCell: json.tree)
    }
  }

  /// The value of an enum: the value itself, or the name of its case.
  private func choice(_ json: PlacedJSON) -> JSONTree {
    let value = json.tree
    guard let name = json.string, !choices.contains(where: { $0.value == value }) else { return value }
    return choices.first { $0.name == name }?.value ?? value
  }

  private func nanoseconds(_ json: PlacedJSON) throws(ValueRefusal) -> Int64 {
    let text: String
    switch json.content {
    case .integer(let value): text = String(value)
    case .number(_, let written): text = written
    default: throw refusal("a duration in seconds, such as 90 or 0.25")
    }
    guard let seconds = Decimal(string: text, locale: nil) else { throw refusal("a duration in seconds, such as 0.25") }
    var (count, rounded) = (seconds * 1_000_000_000, Decimal())
    NSDecimalRound(&rounded, &count, 0, .plain)
    guard abs(rounded) <= Decimal(Int64.max) else { throw refusal("a duration of at most 292 years") }
    return NSDecimalNumber(decimal: rounded).int64Value
  }
}

/// The bytes of an array of numbers.
private enum PackedNumbers {
  static func bytes(of json: PlacedJSON, in column: ModelColumn) throws(ValueRefusal) -> [UInt8] {
    guard case .packed(let element, _)? = column.stored else { throw column.refusal("an array of numbers") }
    switch element {
    case "Int8": return try integers(Int8.self, json, column)
    case "Int16": return try integers(Int16.self, json, column)
    case "Int32": return try integers(Int32.self, json, column)
    case "Int", "Int64": return try integers(Int64.self, json, column)
    case "UInt8": return try integers(UInt8.self, json, column)
    case "UInt16": return try integers(UInt16.self, json, column)
    case "UInt32": return try integers(UInt32.self, json, column)
    case "UInt", "UInt64": return try integers(UInt64.self, json, column)
    case "Float": return try reals(Float.self, json, column)
    default: return try reals(Double.self, json, column)
    }
  }

  private static func elements(_ json: PlacedJSON, _ column: ModelColumn) throws(ValueRefusal) -> [PlacedJSON] {
    guard case .array(let elements) = json.content else { throw column.refusal("an array of numbers") }
    return elements
  }

  private static func integers<Number: FixedWidthInteger & PackableElement>(
    _ type: Number.Type, _ json: PlacedJSON, _ column: ModelColumn
  ) throws(ValueRefusal) -> [UInt8] {
    var numbers: [Number] = []
    for element in try elements(json, column) {
      let number: Number?
      switch element.content {
      case .integer(let value): number = Number(exactly: value)
      case .number(_, let text): number = Number(text)
      default: number = nil
      }
      guard let number else {
        throw column.refusal("an array of integers from \(Number.min) to \(Number.max)", at: element.range.lowerBound)
      }
      numbers.append(number)
    }
    return blob(Packed(_plain: numbers)._boundValue)
  }

  private static func reals<Number: BinaryFloatingPoint & PackableElement>(
    _ type: Number.Type, _ json: PlacedJSON, _ column: ModelColumn
  ) throws(ValueRefusal) -> [UInt8] {
    var numbers: [Number] = []
    for element in try elements(json, column) {
      switch element.content {
      case .integer(let value): numbers.append(Number(value))
      case .number(let value, _): numbers.append(Number(value))
      default: throw column.refusal("an array of numbers", at: element.range.lowerBound)
      }
    }
    return blob(Packed(_plain: numbers)._boundValue)
  }

  private static func blob(_ value: BoundValue) -> [UInt8] { if case .blob(let bytes) = value { bytes } else { [] } }
}
