import Foundation
import PostilCompiler
import PostilQuery
import PostilSchema

/// A value isn't one of its column's type.
package struct ValueRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  package var column: String
  /// The offset of the part of a document that is refused; `nil` for the whole value.
  package var offset: Int?
  /// `'dueAt' must be a date such as 2026-11-21T08:30:00Z`
  package var description: String
}

extension ModelColumn {
  /// The stored value of a cell, as requests of the studio contain it; `nil` is `NULL`. JSON is a text, and bytes are `{"base64": …}`.
  /// - Throws: ``ValueRefusal`` if the cell isn't a value of the column's type.
  package func value(ofCell cell: JSONTree) throws(ValueRefusal) -> SQLValue? {
    if cell.isNull { return nil }
    if form == .enum { return try choice(cell) }
    switch type {
    case .boolean:
      guard let value = cell.bool ?? cell.integer.flatMap({ $0 == 0 ? false : $0 == 1 ? true : nil }) else {
        throw refusal("true or false")
      }
      return .integer(value ? 1 : 0)
    case .integer(let bits): return .integer(try integer(cell, bits: bits))
    case .duration: return .integer(try integer(cell))
    case .unsignedInteger(let bits): return try unsigned(cell, bits: bits)
    case .real(let bits): return .real(try number(cell, bits: bits))
    case .text: return .text(try text(cell))
    case .bytes, .packed: return .blob(try bytes(cell))
    case .timestamp: return .text(try instant(cell).text)
    case .iso8601Milliseconds: return try stored(ISO8601Milliseconds._boundValue(of: date(cell)))
    case .unixSeconds: return try stored(UnixSeconds._boundValue(of: date(cell)))
    case .unixMilliseconds: return try stored(UnixMilliseconds._boundValue(of: date(cell)))
    case .julianDay: return try stored(JulianDay._boundValue(of: date(cell)))
    case .referenceDate: return try stored(ReferenceDate._boundValue(of: date(cell)))
    case .day:
      guard let text = cell.string, StoredValueReader.decode(CalendarDay.self, .text(text)) != nil else {
        throw refusal("a day such as 2026-11-21")
      }
      return .text(text)
    case .decimal:
      let text = cell.string ?? cell.integer.map(String.init) ?? ""
      guard let value = StoredValueReader.decode(Decimal.self, .text(text)) else {
        throw refusal("a decimal number such as -12.5, with up to 38 digits")
      }
      return try stored(value._boundValue)
    case .uuid: return try stored(uuid(cell)._boundValue)
    case .uuidBytes: return try stored(UUIDBytes._boundValue(of: uuid(cell)))
    case .json:
      let text = try text(cell)
      do { _ = try JSONTree(Array(text.utf8)) } catch { throw refusal("valid JSON") }
      return .text(text)
    case .any: return try any(cell)
    }
  }

  func refusal(_ expected: String, at offset: Int? = nil) -> ValueRefusal {
    ValueRefusal(column: name, offset: offset, description: "'\(swiftName)' must be \(expected)")
  }

  func stored(_ value: BoundValue) throws(ValueRefusal) -> SQLValue {
    switch value {
    case .integer(let value): return .integer(value)
    case .real(let value): return .real(value)
    case .text(let text): return .text(text)
    case .blob(let bytes): return .blob(bytes)
    case .null: throw refusal("a value")
    case .unstorable(let error): throw ValueRefusal(column: name, description: error.description)
    }
  }

  func choice(_ cell: JSONTree) throws(ValueRefusal) -> SQLValue {
    guard choices.contains(where: { $0.value == cell }) else {
      throw refusal("one of \(choices.map(\.name).joined(separator: ", "))")
    }
    if case .unsignedInteger(let bits) = type { return try unsigned(cell, bits: bits) }
    if let text = cell.string { return .text(text) }
    return .integer(try integer(cell))
  }

  func integer(_ cell: JSONTree, bits: Int = 64) throws(ValueRefusal) -> Int64 {
    guard let value = cell.integer ?? (cell["int"]?.string ?? cell.string).flatMap({ Int64($0) }) else {
      throw refusal("an integer")
    }
    let bound = Int64(1) << Int64(min(bits, 63) - 1)
    guard bits == 64 || -bound..<bound ~= value else { throw refusal("an integer from \(-bound) to \(bound - 1)") }
    return value
  }

  /// An integer above `Int64.max` is a text of 20 digits.
  func unsigned(_ cell: JSONTree, bits: Int) throws(ValueRefusal) -> SQLValue {
    let text = cell["int"]?.string ?? cell.string ?? cell.integer.map(String.init) ?? ""
    guard let value = UInt64(text), bits == 64 || value < UInt64(1) << UInt64(bits) else {
      throw refusal("an integer from 0 to \(bits == 64 ? UInt64.max : UInt64(1) << UInt64(bits) - 1)")
    }
    if let value = Int64(exactly: value) { return .integer(value) }
    let digits = String(value)
    return .text(String(repeating: "0", count: 20 - digits.count) + digits)
  }

  private func number(_ cell: JSONTree, bits: Int = 64) throws(ValueRefusal) -> Double {
    let value = try number(cell)
    guard bits == 32 else { return value }
    // The value of the property, a Float.
    let rounded = Float(value)
    guard rounded.isFinite || value.isInfinite else { throw refusal("a number that fits in a Float") }
    return Double(rounded)
  }

  private func number(_ cell: JSONTree) throws(ValueRefusal) -> Double {
    switch cell {
    case .integer(let value): return Double(value)
    case .number(let value): return value
    default:
      // SQLite has no NaN.
      guard let value = (cell["real"]?.string ?? cell.string).flatMap({ Double($0) }), !value.isNaN else {
        throw refusal("a number")
      }
      return value
    }
  }

  private func text(_ cell: JSONTree) throws(ValueRefusal) -> String {
    guard let text = cell.string else { throw refusal("a text") }
    return text
  }

  private func bytes(_ cell: JSONTree) throws(ValueRefusal) -> [UInt8] {
    guard let data = cell["base64"]?.string.flatMap({ Data(base64Encoded: $0) }) else {
      throw refusal("bytes, as {\"base64\": …}")
    }
    return [UInt8](data)
  }

  func instant(_ cell: JSONTree) throws(ValueRefusal) -> Instant {
    guard var text = cell.string, let instant = text.withUTF8({ DateText.instant(UnsafeRawBufferPointer($0)) }) else {
      throw refusal("a date such as 2026-11-21T08:30:00Z")
    }
    return instant
  }

  func date(_ cell: JSONTree) throws(ValueRefusal) -> Date {
    let instant = try instant(cell)
    return Date(timeIntervalSince1970: Double(instant.seconds) + Double(instant.nanoseconds) / 1e9)
  }

  private func uuid(_ cell: JSONTree) throws(ValueRefusal) -> UUID {
    guard let value = cell.string.flatMap({ UUID(uuidString: $0) }) else { throw refusal("a UUID") }
    return value
  }

  private func any(_ cell: JSONTree) throws(ValueRefusal) -> SQLValue {
    switch cell {
    case .integer(let value): return .integer(value)
    case .number(let value): return .real(value)
    case .bool(let value): return .integer(value ? 1 : 0)
    case .string(let text): return .text(text)
    default:
      if cell["int"] != nil { return .integer(try integer(cell)) }
      if cell["real"] != nil { return .real(try number(cell)) }
      return .blob(try bytes(cell))
    }
  }
}
