/// A column contains a value that its Swift type can't represent.
public struct ColumnDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The column's name in the result.
  public let column: String
  /// The Swift type that is read.
  public let type: String
  /// The storage class of the value.
  public let found: StorageClass
  /// Why it isn't a value of the type.
  public let reason: String
  /// The model, view or projection that was read; `nil` for separate values.
  public var model: String?

  /// Creates an error: the column `column` contains a `found` that isn't a `type`.
  public init(column: String, type: String, found: StorageClass, reason: String) {
    self.column = column
    self.type = type
    self.found = found
    self.reason = reason
  }

  /// An error of reading a row, with the name of its struct.
  @usableFromInline
  static func named(_ error: any Error, model: String) -> any Error {
    guard var error = error as? ColumnDecodingError else { return error }
    error.model = error.model ?? model
    return error
  }

  /// An error of reading the text of a value, with the type of the value.
  @usableFromInline
  static func typed(_ error: any Error, _ type: Any.Type) -> any Error {
    guard let error = error as? ColumnDecodingError else { return error }
    return ColumnDecodingError(column: error.column, type: "\(type)", found: error.found, reason: error.reason)
  }

  /// The column, what it contains, and why that isn't a value of the type.
  public var description: String {
    "column '\(column)'\(model.map { " of '\($0)'" } ?? "") contains \(found.rawValue) that isn't a valid \(type): \(reason)"
  }
}

/// A value can't be stored in a column; the statement didn't run.
public struct ColumnEncodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value's Swift type.
  public let type: String
  /// Why the database can't store the value. The value itself isn't included, because it may be private.
  public let reason: String

  /// Creates an error: a value of `type` can't be stored.
  public init(type: String, reason: String) {
    self.type = type
    self.reason = reason
  }

  /// The type and the reason.
  public var description: String { "a value of type \(type) can't be stored: \(reason)" }

  @usableFromInline
  static func notANumber(_ type: Any.Type) -> Self {
    Self(type: "\(type)", reason: "it is NaN, which SQLite would store as NULL")
  }

  /// A text that a query can't compare with.
  @usableFromInline
  package static var malformedText: Self { Self(type: "SQLValue", reason: "its text is not valid UTF-8") }

  @usableFromInline
  static var dateOutOfRange: Self {
    Self(type: "Date", reason: "it is outside the years 0 to 9999, the range of SQLite's own dates")
  }
}
