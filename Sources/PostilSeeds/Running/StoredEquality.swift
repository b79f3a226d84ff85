import Foundation
import PostilQuery
import PostilRows
import PostilSchema

/// Compares a value of the database with one of a seed file. PostgreSQL returns some values in another form than the one in which they were
/// written: JSON, decimal numbers, UUIDs, and dates, which it rounds to microseconds.
enum StoredEquality {
  static func isSame(_ stored: SQLValue?, _ new: SQLValue?, in column: ModelColumn) -> Bool {
    guard let stored, let new else { return stored == nil && new == nil }
    if stored == new { return true }
    switch column.type {
    case .json:
      guard case .text(let first) = stored, case .text(let second) = new, let left = try? JSONTree(Array(first.utf8)),
        let right = try? JSONTree(Array(second.utf8))
      else { return false }
      return left.normalized == right.normalized
    case .decimal:
      let value = StoredValueReader.decode(Decimal.self, stored)
      return value != nil && value == StoredValueReader.decode(Decimal.self, new)
    case .timestamp, .iso8601Milliseconds: return isSame(Date.self, stored, new)
    case .unixSeconds: return isSame(UnixSeconds.self, stored, new)
    case .unixMilliseconds: return isSame(UnixMilliseconds.self, stored, new)
    case .julianDay: return isSame(JulianDay.self, stored, new, within: 1e-3)
    case .referenceDate: return isSame(ReferenceDate.self, stored, new)
    case .uuid, .uuidBytes:
      let value = uuid(stored)
      return value != nil && value == uuid(new)
    case .real:
      guard let value = StoredValueReader.decode(Double.self, stored) else { return false }
      return value == StoredValueReader.decode(Double.self, new)
    default: return false
    }
  }

  /// A UUID as text or as bytes.
  private static func uuid(_ value: SQLValue) -> UUID? {
    StoredValueReader.decode(UUID.self, value) ?? StoredValueReader.decode(UUIDBytes.self, value)
  }

  /// - Parameter tolerance: the seconds by which the dates can differ: a Julian day is only that precise.
  private static func isSame<Value: ColumnValue>(
    _ type: Value.Type, _ stored: SQLValue, _ new: SQLValue, within tolerance: TimeInterval = 1.5e-6
  ) -> Bool where Value.Plain == Date {
    guard let first = StoredValueReader.decode(type, stored), let second = StoredValueReader.decode(type, new) else {
      return false
    }
    return abs(first.timeIntervalSince(second)) < tolerance
  }
}

extension JSONTree {
  /// The value with sorted members and with whole numbers as integers, so that equal JSON is equal.
  fileprivate var normalized: JSONTree {
    switch self {
    case .number(let value): Int64(exactly: value).map { .integer($0) } ?? self
    case .array(let elements): .array(elements.map(\.normalized))
    case .object(let members):
      .object(members.map { Member($0.name, $0.value.normalized) }.sorted { $0.name < $1.name })
    case .null, .bool, .integer, .string: self
    }
  }
}
