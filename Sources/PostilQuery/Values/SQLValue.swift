/// Any value that an SQLite column can contain except `NULL`: the type of a column with values of several kinds.
///
///     switch setting.value {
///     case .integer(let number): …
///     case .text(let text): …
///     default: …
///     }
///
/// A value that is read and written again is unchanged, byte for byte.
public enum SQLValue: Hashable, Sendable, Codable {
  /// An INTEGER.
  case integer(Int64)
  /// A REAL.
  case real(Double)
  /// A TEXT.
  case text(String)
  /// A BLOB.
  case blob([UInt8])
  /// TEXT that isn't valid UTF-8. Rows can be read and written with it, but queries can't compare with it.
  case malformedText([UInt8])
}

extension SQLValue: ColumnValue {
  /// Reads a value of any storage class.
  /// - Throws: ``ColumnDecodingError`` if the column is `NULL`.
  public static func _read(from row: inout some RowReader) throws -> SQLValue {
    switch row.nextStorageClass() {
    case .integer: .integer(try row.readInt64())
    case .real: .real(try row.readDouble())
    case .blob: .blob(try row.readBytes { bytes in [UInt8](bytes) })
    case .text, .null:
      try row.readUTF8 { bytes in
        String(utf8: bytes).map { .text($0) } ?? .malformedText([UInt8](bytes))
      }
    }
  }

  /// Binds the value in its storage class.
  public func _bind(to binder: inout some ValueBinder) {
    switch self {
    case .integer(let value): binder.bind(value)
    case .real(let value): binder.bind(value)
    case .text(let value): binder.bind(value)
    case .blob(let value): value.withUnsafeBytes { bytes in binder.bindBytes(bytes) }
    case .malformedText(let value): value.withUnsafeBytes { bytes in binder.bindUTF8(bytes) }
    }
  }

  /// The value as a binding. Text that isn't valid UTF-8 is rejected when a statement binds it.
  public var _boundValue: BoundValue {
    switch self {
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let value): .text(value)
    case .blob(let value): .blob(value)
    case .malformedText: .unstorable(.malformedText)
    }
  }
}
