/// What `@store(as:)` can say.
enum StorageForm: String, CaseIterable {
  case iso8601, unixSeconds, unixMilliseconds, julianDay, referenceDate
  case day
  case packed
  case text, integer, real, blob

  /// The forms that a type can be stored in, the one without a note first; of most types there is none to choose.
  static func forms(of stored: StoredType) -> [StorageForm] {
    switch stored {
    case .timestamp: [.iso8601, .unixSeconds, .unixMilliseconds, .julianDay, .referenceDate]
    case .day: [.day]
    case .uuid: [.text, .blob]
    default: []
    }
  }

  /// How a type is stored in this form, or `nil` if it has no such form.
  func stored(_ type: StoredType) -> StoredType? {
    switch (type, self) {
    case (.timestamp, .iso8601): .timestamp
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

  /// What a type of another module is stored as, of which its sources cannot tell.
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

/// The column value that a property is read and bound as where that is not its own type: `UnixSeconds` for a `Date`.
public struct ResolvedStorage: Hashable, Sendable {
  /// The types of the runtime that are such values.
  public enum Wrapper: String, Hashable, Sendable {
    case unixSeconds = "UnixSeconds"
    case unixMilliseconds = "UnixMilliseconds"
    case julianDay = "JulianDay"
    case referenceDate = "ReferenceDate"
    case calendarDay = "CalendarDay"
    case uuidBytes = "UUIDBytes"
    case packed = "Packed"
    case jsonColumn = "JSONColumn"
  }

  /// The type of the runtime.
  public var wrapper: Wrapper
  /// Its generic argument as generated code writes it: `UInt64` of `Packed<UInt64>`.
  public var argument: String?

  /// Makes a storage; most have no argument.
  public init(_ wrapper: Wrapper, of argument: String? = nil) {
    self.wrapper = wrapper
    self.argument = argument
  }
}
