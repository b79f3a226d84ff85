import CSQLite
import PostilQuery

/// The arguments of a call of a function, read from left to right as the columns of a row are.
struct FunctionArguments: RowReader {
  let values: UnsafeMutablePointer<OpaquePointer?>?
  let count: Int
  private var index = 0

  init(values: UnsafeMutablePointer<OpaquePointer?>?, count: Int) {
    self.values = values
    self.count = count
  }

  /// Whether an argument is `NULL` whose type isn't optional.
  func hasNull<each Argument>(for type: repeat (each Argument).Type) -> Bool {
    var index = 0
    for type in repeat each type {
      if storageClass(at: index) == .null, !(type is any _OptionalColumnValue.Type) { return true }
      index += 1
    }
    return false
  }

  private func value(at index: Int) -> OpaquePointer? { index >= 0 && index < count ? values?[index] : nil }

  /// The class of an argument, `NULL` if there is none.
  private func storageClass(at index: Int) -> StorageClass {
    value(at: index).map { StorageClass(code: sqlite3_value_type($0)) } ?? .null
  }

  private mutating func next(_ expected: StorageClass..., as type: Any.Type) throws -> OpaquePointer? {
    index += 1
    guard expected.contains(storageClass(at: index - 1)) else {
      throw decodingError(type, reason: "it must be \(expected[0].rawValue)")
    }
    return value(at: index - 1)
  }

  mutating func skipNull() -> Bool {
    guard isNull(ahead: 0) else { return false }
    index += 1
    return true
  }

  mutating func readInt64() throws -> Int64 { sqlite3_value_int64(try next(.integer, as: Int64.self)) }

  mutating func readDouble() throws -> Double { sqlite3_value_double(try next(.real, .integer, as: Double.self)) }

  mutating func readString() throws -> String { try readUTF8 { String(decoding: $0, as: UTF8.self) } }

  mutating func readUTF8<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    let value = try next(.text, as: String.self)
    let text = sqlite3_value_text(value)
    return try body(UnsafeRawBufferPointer(start: text, count: Int(sqlite3_value_bytes(value))))
  }

  mutating func readBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    let value = try next(.blob, as: [UInt8].self)
    let bytes = sqlite3_value_blob(value)
    return try body(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value))))
  }

  func nextStorageClass() -> StorageClass { storageClass(at: index) }

  func isNull(ahead offset: Int) -> Bool { storageClass(at: index + offset) == .null }

  mutating func skip(_ count: Int) { index += count }

  func decodingError(_ type: Any.Type, reason: String) -> ColumnDecodingError {
    ColumnDecodingError(
      column: "argument \(index)", type: "\(type)", found: storageClass(at: index - 1), reason: reason)
  }
}
