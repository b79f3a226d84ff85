import Foundation
import PostilCompiler
import PostilQuery
import PostilSchema

extension StudioColumn {
  /// The stored value of a cell from a request; `nil` is `NULL`.
  /// - Throws: ``StudioError`` with the column's place if the cell isn't a value of the column's type.
  package func storedValue(of cell: StudioJSON) throws -> SQLValue? {
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
    case .real: return .real(try number(cell))
    case .text: return .text(try text(cell))
    case .bytes, .packed: return .blob(try bytes(cell))
    case .timestamp: return .text(try instant(cell).text)
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
      do { _ = try StudioJSON(Array(text.utf8)) } catch { throw refusal("valid JSON") }
      return .text(text)
    case .any: return try any(cell)
    }
  }

  /// The value of a cell for a statement.
  package func binding(of cell: StudioJSON) throws -> BoundValue { try storedValue(of: cell)?._boundValue ?? .null }

  private func refusal(_ expected: String) -> StudioError {
    .badRequest("'\(swiftName)' must be \(expected)", StudioError.Place(column: name))
  }

  private func stored(_ value: BoundValue) throws -> SQLValue {
    switch value {
    case .integer(let value): return .integer(value)
    case .real(let value): return .real(value)
    case .text(let text): return .text(text)
    case .blob(let bytes): return .blob(bytes)
    case .null: throw refusal("a value")
    case .unstorable(let error): throw StudioError.badRequest(error.description, StudioError.Place(column: name))
    }
  }

  private func choice(_ cell: StudioJSON) throws -> SQLValue {
    guard choices.contains(where: { $0.value == cell }) else {
      throw refusal("one of \(choices.map(\.name).joined(separator: ", "))")
    }
    if case .unsignedInteger(let bits) = type { return try unsigned(cell, bits: bits) }
    return try cell.string.map { .text($0) } ?? .integer(integer(cell))
  }

  private func integer(_ cell: StudioJSON, bits: Int = 64) throws -> Int64 {
    guard let value = cell.integer ?? (cell["int"]?.string ?? cell.string).flatMap({ Int64($0) }) else {
      throw refusal("an integer")
    }
    let bound = Int64(1) << Int64(min(bits, 63) - 1)
    guard bits == 64 || -bound..<bound ~= value else { throw refusal("an integer from \(-bound) to \(bound - 1)") }
    return value
  }

  /// An integer above `Int64.max` is a text of 20 digits.
  private func unsigned(_ cell: StudioJSON, bits: Int) throws -> SQLValue {
    let text = cell["int"]?.string ?? cell.string ?? cell.integer.map(String.init) ?? ""
    guard let value = UInt64(text), bits == 64 || value < UInt64(1) << UInt64(bits) else {
      throw refusal("an integer from 0 to \(bits == 64 ? UInt64.max : UInt64(1) << UInt64(bits) - 1)")
    }
    if let value = Int64(exactly: value) { return .integer(value) }
    let digits = String(value)
    return .text(String(repeating: "0", count: 20 - digits.count) + digits)
  }

  private func number(_ cell: StudioJSON) throws -> Double {
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

  private func text(_ cell: StudioJSON) throws -> String {
    guard let text = cell.string else { throw refusal("a text") }
    return text
  }

  private func bytes(_ cell: StudioJSON) throws -> [UInt8] {
    guard let data = cell["base64"]?.string.flatMap({ Data(base64Encoded: $0) }) else {
      throw refusal("bytes, as {\"base64\": …}")
    }
    return [UInt8](data)
  }

  private func instant(_ cell: StudioJSON) throws -> Instant {
    guard var text = cell.string, let instant = text.withUTF8({ DateText.instant(UnsafeRawBufferPointer($0)) }) else {
      throw refusal("a date such as 2026-11-21T08:30:00Z")
    }
    return instant
  }

  private func date(_ cell: StudioJSON) throws -> Date {
    let instant = try instant(cell)
    return Date(timeIntervalSince1970: Double(instant.seconds) + Double(instant.nanoseconds) / 1e9)
  }

  private func uuid(_ cell: StudioJSON) throws -> UUID {
    guard let value = cell.string.flatMap({ UUID(uuidString: $0) }) else { throw refusal("a UUID") }
    return value
  }

  private func any(_ cell: StudioJSON) throws -> SQLValue {
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
