import PostilQuery

/// A row of one value, for the library's own decoding of dates, UUIDs and others.
package struct StoredValueReader: RowReader {
  private var value: SQLValue?

  /// The value that a column with this type contains; `nil` for anything else.
  package static func decode<Value: ColumnValue>(_ type: Value.Type, _ value: SQLValue) -> Value.Plain? {
    var reader = StoredValueReader(value: value)
    return try? reader.read(as: type)
  }

  package mutating func skipNull() -> Bool { value == nil }

  package mutating func readInt64() throws -> Int64 {
    guard case .integer(let value) = value else { throw mismatch(Int64.self) }
    return value
  }

  package mutating func readDouble() throws -> Double {
    switch value {
    case .real(let value): return value
    case .integer(let value): return Double(value)
    default: throw mismatch(Double.self)
    }
  }

  package mutating func readString() throws -> String {
    guard case .text(let text) = value else { throw mismatch(String.self) }
    return text
  }

  package mutating func readUTF8<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    guard case .text(var text) = value else { throw mismatch(String.self) }
    return try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
  }

  package mutating func readBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    guard case .blob(let bytes) = value else { throw mismatch([UInt8].self) }
    return try bytes.withUnsafeBytes(body)
  }

  package func nextStorageClass() -> StorageClass {
    switch value {
    case nil: .null
    case .integer: .integer
    case .real: .real
    case .text, .malformedText: .text
    case .blob: .blob
    }
  }

  package func isNull(ahead offset: Int) -> Bool { value == nil }
  package mutating func skip(_ count: Int) {}

  package func decodingError(_ type: Any.Type, reason: String) -> ColumnDecodingError {
    ColumnDecodingError(column: "", type: "\(type)", found: nextStorageClass(), reason: reason)
  }

  private func mismatch(_ type: Any.Type) -> ColumnDecodingError {
    decodingError(type, reason: "another storage class")
  }
}
