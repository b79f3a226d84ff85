/// Reads the columns of one result row, from left to right.
///
/// Each `read…` reads one column and advances. An engine's row conforms to this protocol; generated code and
/// ``ColumnValue`` types read from it. Every caller is specialized for the engine's row, without an existential.
public protocol RowReader {
  /// Skips the next column if it is `NULL`. Returns whether it was.
  mutating func skipNull() -> Bool
  /// Reads the next column as a 64-bit signed integer.
  /// - Throws: ``ColumnDecodingError`` if the column is `NULL` or has another storage class.
  mutating func readInt64() throws -> Int64
  /// Reads the next column as a floating-point number. An integer is converted.
  /// - Throws: ``ColumnDecodingError`` if the column is `NULL`, text or a blob.
  mutating func readDouble() throws -> Double
  /// Reads the next column as text.
  /// - Throws: ``ColumnDecodingError`` if the column is `NULL`, has another storage class, or isn't valid UTF-8.
  mutating func readString() throws -> String
  /// Reads the next column as UTF-8 text that is valid only inside `body`.
  /// - Throws: ``ColumnDecodingError`` if the column is `NULL` or has another storage class, and the errors of `body`.
  mutating func readUTF8<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result
  /// Reads the next column as a time, the seconds since the start of 2001; `nil`, and nothing is read, if the engine has it as text.
  mutating func _readTime() -> Double?
  /// Reads the next column as bytes that are valid only inside `body`. An empty blob is an empty buffer.
  /// - Throws: ``ColumnDecodingError`` if the column is `NULL` or has another storage class, and the errors of `body`.
  mutating func readBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result
  /// The storage class of the next column. Doesn't advance.
  func nextStorageClass() -> StorageClass
  /// Whether the column `offset` places after the next one is `NULL`. Doesn't advance.
  func isNull(ahead offset: Int) -> Bool
  /// Skips `count` columns, whatever they contain.
  mutating func skip(_ count: Int)
  /// The names of all columns, in order.
  var _columnNames: [String] { get }
  /// The error to throw if the last column contains a value that isn't a valid `type`.
  func decodingError(_ type: Any.Type, reason: String) -> ColumnDecodingError
}

/// SQLite's storage classes. Source: SQLite, "Datatypes In SQLite", section 2.
public enum StorageClass: String, Hashable, Sendable {
  /// No value.
  case null = "NULL"
  /// A 64-bit signed integer.
  case integer = "INTEGER"
  /// A 64-bit floating-point number.
  case real = "REAL"
  /// A text.
  case text = "TEXT"
  /// Bytes.
  case blob = "BLOB"
}

extension RowReader {
  /// `nil`
  @inlinable public mutating func _readTime() -> Double? { nil }

  /// None
  public var _columnNames: [String] { [] }

  /// Reads TEXT as UTF-8 for a value of a type, which an error names.
  @inlinable @inline(__always)
  mutating func readUTF8<Result>(
    of type: Any.Type, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    do { return try readUTF8(body) } catch { throw ColumnDecodingError.typed(error, type) }
  }

  /// Reads the columns of a `Value` and returns the value.
  /// - Throws: ``ColumnDecodingError`` if they don't contain such a value.
  @inlinable @inline(__always)
  public mutating func read<Value: ColumnValue>(_ type: Value.Type = Value.self) throws -> Value {
    try Value._read(from: &self)
  }

  /// Reads a column that contains the stored form of a value, and returns the value: `row.read(as: UnixSeconds?.self)`
  /// is a `Date?`.
  /// - Throws: ``ColumnDecodingError`` if the column contains no such value.
  @inlinable @inline(__always)
  public mutating func read<Value: ColumnValue>(as type: Value.Type) throws -> Value.Plain {
    try Value._read(from: &self)._plain
  }
}
