/// A value cannot be stored in a column; the statement that would have stored it did not run.
public struct ColumnEncodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value's Swift type.
  public let type: String
  /// Why the database has no room for the value. The value itself is left out, for it may be private.
  public let reason: String

  /// A value of `type` cannot be stored for this reason.
  public init(type: String, reason: String) {
    self.type = type
    self.reason = reason
  }

  /// The type and the reason.
  public var description: String { "a value of \(type) cannot be stored: \(reason)" }

  @usableFromInline
  static func notANumber(_ type: Any.Type) -> Self {
    Self(type: "\(type)", reason: "it is a NaN, which the database would turn into NULL")
  }

  @usableFromInline
  static var dateOutOfRange: Self {
    Self(type: "Date", reason: "it is outside the years 0 to 9999, the range of SQLite's own dates")
  }
}
