import CSQLite
import PostilQuery

/// A row of a running statement, valid only inside the closure that it is passed to.
///
/// A copy can leave the closure, because an associated type can't be noncopyable in Swift 6.3. Reading from it throws
/// ``TransactionMisuse/rowEnded``.
///
/// The connection is opened without SQLite's own mutexes, so the values that `sqlite3_column_value` returns may be read
/// in place: one call finds the column, and the calls on the value cost a few instructions each.
/// Source: SQLite, "Result Values From A Query" and "Protected and unprotected sqlite3_value objects".
public struct _SQLiteRow: RowReader {
  @usableFromInline let handle: OpaquePointer
  @usableFromInline let generation: Generation
  /// What the generation is while the row is valid.
  @usableFromInline let number: UInt64
  /// The index of the next column.
  @usableFromInline var column: Int32 = 0

  /// The row that a statement is at; its earlier rows become invalid.
  @inlinable
  init(_ statement: SQLiteStatement) {
    handle = statement.handle
    generation = statement.storage.pointee.generation
    number = generation.advance()
  }

  @inlinable @inline(__always)
  var isValid: Bool { generation.number.pointee == number }

  /// The next column's value, which is consumed.
  @inlinable @inline(__always)
  mutating func next() throws -> OpaquePointer? {
    guard isValid else { throw TransactionMisuse.rowEnded }
    let value = sqlite3_column_value(handle, column)
    column &+= 1
    return value
  }

  /// Consumes the next column if it is `NULL`. Returns whether it did.
  @inlinable @inline(__always)
  public mutating func skipNull() -> Bool {
    guard isValid, sqlite3_column_type(handle, column) == SQLITE_NULL else { return false }
    column &+= 1
    return true
  }

  /// Consumes an INTEGER.
  @inlinable @inline(__always)
  public mutating func readInt64() throws -> Int64 {
    let value = try next()
    guard sqlite3_value_type(value) == SQLITE_INTEGER else { throw mismatch(Int64.self, expected: .integer) }
    return sqlite3_value_int64(value)
  }

  /// Consumes a REAL, or an INTEGER as the nearest number.
  @inlinable @inline(__always)
  public mutating func readDouble() throws -> Double {
    let value = try next()
    let type = sqlite3_value_type(value)
    guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { throw mismatch(Double.self, expected: .real) }
    return sqlite3_value_double(value)
  }

  /// Consumes a TEXT, embedded NULs included.
  @inlinable @inline(__always)
  public mutating func readString() throws -> String {
    let value = try next()
    guard sqlite3_value_type(value) == SQLITE_TEXT else { throw mismatch(String.self, expected: .text) }
    guard let text = UnsafeRawPointer(sqlite3_value_text(value)) else { throw outOfMemory() }
    let count = Int(sqlite3_value_bytes(value))
    // The text ends with a NUL that isn't counted, and can contain others.
    if let string = String(validatingCString: text.assumingMemoryBound(to: CChar.self)), string.utf8.count == count {
      return string
    }
    return try string(of: UnsafeRawBufferPointer(start: text, count: count))
  }

  /// Consumes a TEXT as UTF-8 that is valid only inside `body`.
  @inlinable @inline(__always)
  public mutating func readUTF8<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    let value = try next()
    guard sqlite3_value_type(value) == SQLITE_TEXT else { throw mismatch(String.self, expected: .text) }
    guard let text = sqlite3_value_text(value) else { throw outOfMemory() }
    return try body(UnsafeRawBufferPointer(start: text, count: Int(sqlite3_value_bytes(value))))
  }

  /// Consumes a BLOB as bytes that are valid only inside `body`.
  @inlinable @inline(__always)
  public mutating func readBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    let value = try next()
    guard sqlite3_value_type(value) == SQLITE_BLOB else { throw mismatch([UInt8].self, expected: .blob) }
    let bytes = sqlite3_value_blob(value)
    let count = Int(sqlite3_value_bytes(value))
    guard bytes != nil || count == 0 else { throw outOfMemory() }
    return try body(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// The storage class of the next column, which is not consumed.
  @inlinable
  public func nextStorageClass() -> StorageClass {
    isValid ? StorageClass(code: sqlite3_column_type(handle, column)) : .null
  }

  /// Whether the column `offset` places after the next one is `NULL`; consumes no column.
  @inlinable @inline(__always)
  public func isNull(ahead offset: Int) -> Bool {
    isValid && sqlite3_column_type(handle, column &+ Int32(truncatingIfNeeded: offset)) == SQLITE_NULL
  }

  /// Consumes `count` columns, whatever they hold.
  @inlinable @inline(__always)
  public mutating func skip(_ count: Int) { column &+= Int32(truncatingIfNeeded: count) }

  /// The names of all columns, in order.
  public var _columnNames: [String] {
    guard isValid else { return [] }
    return (0..<sqlite3_column_count(handle)).map { sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? "" }
  }

  /// The error to throw when the column consumed last holds a value that `type` cannot be.
  public func decodingError(_ type: Any.Type, reason: String) -> ColumnDecodingError {
    ColumnDecodingError(
      column: (isValid ? sqlite3_column_name(handle, column - 1) : nil).map { String(cString: $0) }
        ?? "number \(column)",
      type: "\(type)", found: isValid ? StorageClass(code: sqlite3_column_type(handle, column - 1)) : .null,
      reason: reason)
  }

  /// A text with NULs; otherwise it isn't UTF-8.
  @usableFromInline
  func string(of text: UnsafeRawBufferPointer) throws -> String {
    guard let string = String(utf8: text) else {
      throw decodingError(
        String.self, reason: "it must be valid UTF-8; a property of type SQLValue can hold any text")
    }
    return string
  }

  @usableFromInline
  func outOfMemory() -> DatabaseError {
    DatabaseError(code: SQLITE_NOMEM, extendedCode: SQLITE_NOMEM, message: "out of memory")
  }

  @usableFromInline
  func mismatch(_ type: Any.Type, expected: StorageClass) -> ColumnDecodingError {
    guard column <= sqlite3_data_count(handle) else {
      return decodingError(type, reason: "the row has only \(sqlite3_data_count(handle)) columns")
    }
    let error = decodingError(type, reason: "it must be \(expected.rawValue)")
    guard error.found != .null else { return error }
    return decodingError(type, reason: error.reason + "; convert it in the SQL, or change the Swift type")
  }
}

extension StorageClass {
  /// The storage class with one of SQLite's "Fundamental Datatypes" codes.
  @usableFromInline
  init(code: Int32) {
    switch code {
    case SQLITE_INTEGER: self = .integer
    case SQLITE_FLOAT: self = .real
    case SQLITE_TEXT: self = .text
    case SQLITE_BLOB: self = .blob
    default: self = .null
    }
  }
}
