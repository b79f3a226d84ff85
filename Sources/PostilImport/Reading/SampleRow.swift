import CSQLite
import PostilQuery
import PostilSQL
import PostilSchema

/// A sampled row that the runtime's own column values can read.
struct SampleRow: RowReader {
  private let statement: OpaquePointer?
  /// The index of the next column.
  private(set) var column: Int32

  init(_ statement: OpaquePointer?, column: Int32) {
    self.statement = statement
    self.column = column
  }

  /// The next column's value, without consuming it.
  var stored: StoredCell {
    switch nextStorageClass() {
    case .null: .null
    case .integer: .integer(sqlite3_column_int64(statement, column))
    case .real: .real(sqlite3_column_double(statement, column).bitPattern)
    case .text: .text(bytes(of: sqlite3_column_text(statement, column)))
    case .blob: .blob(bytes(of: sqlite3_column_blob(statement, column)))
    }
  }

  private func bytes(of start: UnsafeRawPointer?) -> [UInt8] { [UInt8](buffer(from: start)) }

  private func buffer(from start: UnsafeRawPointer?) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
  }

  mutating func skipNull() -> Bool {
    guard nextStorageClass() == .null else { return false }
    column += 1
    return true
  }

  mutating func readInt64() throws -> Int64 {
    try expect(.integer)
    defer { column += 1 }
    return sqlite3_column_int64(statement, column)
  }

  mutating func readDouble() throws -> Double {
    if nextStorageClass() != .integer { try expect(.real) }
    defer { column += 1 }
    return sqlite3_column_double(statement, column)
  }

  mutating func readString() throws -> String { try readUTF8 { String(decoding: $0, as: UTF8.self) } }

  mutating func readUTF8<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    try expect(.text)
    defer { column += 1 }
    return try body(buffer(from: sqlite3_column_text(statement, column)))
  }

  mutating func readBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    try expect(.blob)
    defer { column += 1 }
    return try body(buffer(from: sqlite3_column_blob(statement, column)))
  }

  func nextStorageClass() -> StorageClass {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  func isNull(ahead offset: Int) -> Bool {
    sqlite3_column_type(statement, column + Int32(offset)) == SQLITE_NULL
  }

  mutating func skip(_ count: Int) { column += Int32(count) }

  func decodingError(_ type: Any.Type, reason: String) -> ColumnDecodingError {
    ColumnDecodingError(column: "", type: "", found: .null, reason: reason)
  }

  private func expect(_ expected: StorageClass) throws {
    guard nextStorageClass() == expected else { throw decodingError(Any.self, reason: "") }
  }
}

/// A value as stored in the file, byte for byte.
enum StoredCell: Hashable, Sendable {
  case null
  case integer(Int64)
  /// The bit pattern of the number.
  case real(UInt64)
  case text([UInt8])
  case blob([UInt8])

  /// The value that a column stores if this value is written. Source: SQLite, "Datatypes In SQLite", section 3.
  func inColumn(of affinity: StoredAffinity) -> StoredCell {
    switch (self, affinity) {
    case (.integer(let value), .real): return .real(Double(value).bitPattern)
    case (.real(let bits), .numeric):
      let value = Double(bitPattern: bits)
      guard let whole = Int64(exactly: value), whole != .min, whole != .max else { return self }
      return .integer(whole)
    default: return self
    }
  }
}

extension StoredCell: CustomStringConvertible {
  /// The value as an SQL literal.
  var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let bits): "\(Double(bitPattern: bits))"
    case .text(let bytes): SQLText.literal(String(decoding: bytes, as: UTF8.self))
    case .blob: "a BLOB"
    }
  }
}

/// How a column converts numbers. The column never contains text that it would convert to a number.
enum StoredAffinity: Sendable { case none, numeric, real }

/// Keeps the bound value.
struct SampleBinder: ValueBinder {
  /// `nil` if nothing was bound or the value can't be stored.
  private(set) var value: StoredCell?

  mutating func bindNull() { value = .null }
  mutating func bind(_ value: Int64) { self.value = .integer(value) }
  mutating func bind(_ value: Double) { self.value = value.isNaN ? nil : .real(value.bitPattern) }
  mutating func bind(_ value: String) { self.value = .text(Array(value.utf8)) }
  mutating func bindUTF8(_ text: UnsafeRawBufferPointer) { value = .text([UInt8](text)) }
  mutating func bindBytes(_ bytes: UnsafeRawBufferPointer) { value = .blob([UInt8](bytes)) }
  mutating func fail(_ error: any Error) { value = nil }
}
