/// The arguments of `@store(as:)`.
enum StorageForm: String, CaseIterable {
  case iso8601, iso8601Milliseconds, unixSeconds, unixMilliseconds, julianDay, referenceDate
  case day
  case packed
  case text, integer, real, blob

  /// The forms in which a type can be stored, the default first. Most types have only one.
  static func forms(of stored: StoredType) -> [StorageForm] {
    switch stored {
    case .timestamp: [.iso8601, .iso8601Milliseconds, .unixSeconds, .unixMilliseconds, .julianDay, .referenceDate]
    case .day: [.day]
    case .uuid: [.text, .blob]
    default: []
    }
  }

  /// The stored type in this form; `nil` if the type has no such form.
  func stored(_ type: StoredType) -> StoredType? {
    switch (type, self) {
    case (.timestamp, .iso8601): .timestamp
    case (.timestamp, .iso8601Milliseconds): .iso8601Milliseconds
    case (.timestamp, .unixSeconds): .unixSeconds
    case (.timestamp, .unixMilliseconds): .unixMilliseconds
    case (.timestamp, .julianDay): .julianDay
    case (.timestamp, .referenceDate): .referenceDate
    case (.day, .day): .day
    case (.uuid, .text): .uuid
    case (.uuid, .blob): .uuidBytes
    default: nil
    }
  }

  /// The stored type of a type from another module, whose source isn't available.
  var ofUnseenType: StoredType? {
    switch self {
    case .text: .text
    case .integer: .integer(bits: 64, isSigned: true)
    case .real: .real(bits: 64)
    case .blob: .bytes
    default: nil
    }
  }
}

/// The type as which a property is read and bound, if that isn't its own type: `UnixSeconds` for a `Date`.
public struct ResolvedStorage: Hashable, Sendable {
  /// The types of the runtime that represent another type.
  public enum Wrapper: String, CaseIterable, Hashable, Sendable {
    case iso8601Milliseconds = "ISO8601Milliseconds"
    case unixSeconds = "UnixSeconds"
    case unixMilliseconds = "UnixMilliseconds"
    case julianDay = "JulianDay"
    case referenceDate = "ReferenceDate"
    case calendarDay = "CalendarDay"
    case uuidBytes = "UUIDBytes"
    case packed = "Packed"
    case jsonColumn = "JSONColumn"

    /// Whether the type is a form of a point in time.
    var isDate: Bool { stored?.plainForm == .timestamp }

    /// The form that the type has in a column; `nil` if it depends on the generic argument.
    var stored: StoredType? {
      switch self {
      case .iso8601Milliseconds: .iso8601Milliseconds
      case .unixSeconds: .unixSeconds
      case .unixMilliseconds: .unixMilliseconds
      case .julianDay: .julianDay
      case .referenceDate: .referenceDate
      case .calendarDay: .day
      case .uuidBytes: .uuidBytes
      case .packed, .jsonColumn: nil
      }
    }
  }

  /// The type of the runtime.
  public var wrapper: Wrapper
  /// Its generic argument, as generated code writes it: `UInt64` in `Packed<UInt64>`.
  public var argument: String?

  /// Creates a storage.
  public init(_ wrapper: Wrapper, of argument: String? = nil) {
    self.wrapper = wrapper
    self.argument = argument
  }
}
