import GRDBSQLite
import Postil

/// A row of a running statement, valid only inside the closure that it is passed to. Reading from a copy throws
/// `TransactionMisuse.rowEnded`.
public struct GRDBRow: RowReader {
  private let run: StatementRun
  private let handle: OpaquePointer
  private let position: UInt64
  /// The index of the next column.
  private var column: Int32 = 0

  init(_ run: StatementRun) {
    self.run = run
    handle = run.handle
    position = run.position
  }

  private var isValid: Bool { run.position == position }

  /// Consumes the next column if it is `NULL`. Returns whether it did.
  public mutating func skipNull() -> Bool {
    guard isNull(ahead: 0) else { return false }
    column += 1
    return true
  }

  /// Consumes an INTEGER.
  public mutating func readInt64() throws -> Int64 {
    sqlite3_column_int64(handle, try next(Int64.self, [.integer]))
  }

  /// Consumes a REAL, or an INTEGER as the nearest number.
  public mutating func readDouble() throws -> Double {
    sqlite3_column_double(handle, try next(Double.self, [.real, .integer]))
  }

  /// Consumes a TEXT, embedded NULs included.
  public mutating func readString() throws -> String {
    let text = try readUTF8 { bytes -> String? in
      // The text ends with a NUL that isn't counted, and can contain others.
      if let start = bytes.baseAddress, let text = String(validatingCString: start.assumingMemoryBound(to: CChar.self)),
        text.utf8.count == bytes.count
      {
        return text
      }
      // 'String(validating:as:)' requires macOS 15 and iOS 18. Here, malformed bytes are replaced, so that the text differs from them.
      let text = String(decoding: bytes, as: UTF8.self)
      return text.utf8.elementsEqual(bytes) ? text : nil
    }
    guard let text else {
      throw decodingError(
        String.self, reason: "it must be valid UTF-8; a property of type SQLValue can hold any text")
    }
    return text
  }

  /// Consumes a TEXT as UTF-8 that is valid only inside `body`.
  public mutating func readUTF8<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    let index = try next(String.self, [.text])
    let text = sqlite3_column_text(handle, index)
    return try body(bytes(UnsafeRawPointer(text), of: index))
  }

  /// Consumes a BLOB as bytes that are valid only inside `body`.
  public mutating func readBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    let index = try next([UInt8].self, [.blob])
    let blob = sqlite3_column_blob(handle, index)
    return try body(bytes(blob, of: index))
  }

  /// The storage class of the next column, which is not consumed.
  public func nextStorageClass() -> StorageClass { isValid ? storageClass(of: column) : .null }

  /// Whether the column `offset` places after the next one is `NULL`; consumes no column.
  public func isNull(ahead offset: Int) -> Bool {
    isValid && storageClass(of: column + Int32(truncatingIfNeeded: offset)) == .null
  }

  /// Consumes `count` columns, whatever they hold.
  public mutating func skip(_ count: Int) { column += Int32(truncatingIfNeeded: count) }

  /// The error to throw when the column consumed last holds a value that `type` cannot be.
  public func decodingError(_ type: Any.Type, reason: String) -> ColumnDecodingError {
    let name = isValid ? sqlite3_column_name(handle, column - 1).map { String(cString: $0) } : nil
    return ColumnDecodingError(
      column: name ?? "number \(column)", type: "\(type)", found: isValid ? storageClass(of: column - 1) : .null,
      reason: reason)
  }

  /// The index of the next column, which is consumed.
  private mutating func next(_ type: Any.Type, _ expected: [StorageClass]) throws -> Int32 {
    guard isValid else { throw TransactionMisuse.rowEnded }
    column += 1
    guard column <= sqlite3_data_count(handle) else {
      throw decodingError(type, reason: "the row has only \(sqlite3_data_count(handle)) columns")
    }
    guard expected.contains(storageClass(of: column - 1)) else {
      throw decodingError(type, reason: "it must be \(expected[0].rawValue)")
    }
    return column - 1
  }

  private func bytes(_ start: UnsafeRawPointer?, of column: Int32) throws -> UnsafeRawBufferPointer {
    let count = Int(sqlite3_column_bytes(handle, column))
    guard start != nil || count == 0 else {
      throw DatabaseError(code: SQLITE_NOMEM, extendedCode: SQLITE_NOMEM, message: "out of memory")
    }
    return UnsafeRawBufferPointer(start: start, count: count)
  }

  private func storageClass(of column: Int32) -> StorageClass {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }
}
