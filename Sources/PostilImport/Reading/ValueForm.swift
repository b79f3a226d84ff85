#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import PostilQuery

/// A form in which the runtime reads and writes the values of a column.
enum ValueForm: CaseIterable, Hashable, Sendable {
  case bool, int8, int16, int32, int, uint8, uint16, uint32, uint64
  case double, string, data, decimal
  case date, iso8601Milliseconds, unixSeconds, unixMilliseconds, julianDay, referenceDate, day
  case uuid, uuidBytes

  /// The form of a property's type; `nil` for the types of other structs, and for `SQLValue`, which reads everything.
  init?(_ type: SwiftType) {
    switch (type.text, type.form) {
    case ("Date", "iso8601Milliseconds"): self = .iso8601Milliseconds
    case ("Date", "unixSeconds"): self = .unixSeconds
    case ("Date", "unixMilliseconds"): self = .unixMilliseconds
    case ("Date", "julianDay"): self = .julianDay
    case ("Date", "referenceDate"): self = .referenceDate
    case ("UUID", "blob"): self = .uuidBytes
    case ("DateComponents", _): self = .day
    case (let name, _):
      let known = Self.allCases.first { "\($0.columnValue)" == name }
      guard let known else { return nil }
      self = known
    }
  }

  /// The runtime's own type.
  private var columnValue: any ColumnValue.Type {
    switch self {
    case .bool: Bool.self
    case .int8: Int8.self
    case .int16: Int16.self
    case .int32: Int32.self
    case .int: Int.self
    case .uint8: UInt8.self
    case .uint16: UInt16.self
    case .uint32: UInt32.self
    case .uint64: UInt64.self
    case .double: Double.self
    case .string: String.self
    case .data: Data.self
    case .decimal: Decimal.self
    case .date: Date.self
    case .iso8601Milliseconds: ISO8601Milliseconds.self
    case .unixSeconds: UnixSeconds.self
    case .unixMilliseconds: UnixMilliseconds.self
    case .julianDay: JulianDay.self
    case .referenceDate: ReferenceDate.self
    case .day: CalendarDay.self
    case .uuid: UUID.self
    case .uuidBytes: UUIDBytes.self
    }
  }

  /// The values that can have this form.
  private var storageClasses: [StorageClass] {
    switch self {
    case .bool, .int8, .int16, .int32, .int, .uint8, .uint16, .uint32, .unixSeconds, .unixMilliseconds: [.integer]
    case .uint64: [.integer, .text]
    case .double, .julianDay, .referenceDate: [.integer, .real]
    case .string, .decimal, .date, .iso8601Milliseconds, .day, .uuid: [.text]
    case .data, .uuidBytes: [.blob]
    }
  }

  /// Whether the runtime reads a value and writes back the same bytes.
  func holds(_ row: SampleRow, _ stored: StoredCell, in affinity: StoredAffinity) -> Bool {
    storageClasses.contains(row.nextStorageClass())
      && Self.written(columnValue, row)?.inColumn(of: affinity) == stored.inColumn(of: affinity)
  }

  /// The value after the runtime has read and written it; `nil` if it can't be read.
  func written(_ row: SampleRow) -> StoredCell? { Self.written(columnValue, row) }

  private static func written<Value: ColumnValue>(_ type: Value.Type, _ row: SampleRow) -> StoredCell? {
    var row = row
    guard let value = try? Value._read(from: &row) else { return nil }
    var binder = SampleBinder()
    value._bind(to: &binder)
    return binder.value
  }
}
