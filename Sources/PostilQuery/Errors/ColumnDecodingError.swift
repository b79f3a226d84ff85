/// A column holds a value that its Swift type cannot be.
public struct ColumnDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The column's name in the result.
  public let column: String
  /// The Swift type that was asked for.
  public let type: String
  /// What the column holds.
  public let found: StorageClass
  /// Why that is no value of the type.
  public let reason: String

  /// The column `column` holds a `found`, which is no `type` for this reason.
  public init(column: String, type: String, found: StorageClass, reason: String) {
    self.column = column
    self.type = type
    self.found = found
    self.reason = reason
  }

  /// The column, what it holds, and why that is no value of the type.
  public var description: String { "column '\(column)' holds \(found.rawValue), which is no \(type): \(reason)" }
}
