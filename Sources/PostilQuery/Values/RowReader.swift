/// Reads the columns of one result row, from left to right.
///
/// Each `read…` consumes one column. An engine's row conforms; generated code and ``ColumnValue`` types read from it.
/// The protocol is a generic seam: every caller is specialised for the engine's row, no existential is ever made.
public protocol RowReader {
  /// Consumes the next column if it is `NULL`. Returns whether it did.
  mutating func skipNull() -> Bool
  /// Consumes the next column as a 64-bit signed integer.
  /// - Throws: ``ColumnDecodingError`` when the column is `NULL` or of another storage class.
  mutating func readInt64() throws -> Int64
  /// Consumes the next column as a floating-point number; an integer column is converted.
  /// - Throws: ``ColumnDecodingError`` when the column is `NULL` or text or a blob.
  mutating func readDouble() throws -> Double
  /// Consumes the next column as text.
  /// - Throws: ``ColumnDecodingError`` when the column is `NULL` or of another storage class.
  mutating func readString() throws -> String
  /// Consumes the next column as UTF-8 text that is valid only inside `body`.
  /// - Throws: ``ColumnDecodingError`` when the column is `NULL` or of another storage class, and what `body` throws.
  mutating func readUTF8<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result
  /// Consumes the next column as bytes that are valid only inside `body`; an empty blob gives an empty buffer.
  /// - Throws: ``ColumnDecodingError`` when the column is `NULL` or of another storage class, and what `body` throws.
  mutating func readBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result
  /// The storage class of the next column, which is not consumed.
  func nextStorageClass() -> StorageClass
  /// Whether the column `offset` places after the next one is `NULL`; consumes no column.
  func isNull(ahead offset: Int) -> Bool
  /// Consumes `count` columns, whatever they hold.
  mutating func skip(_ count: Int)
  /// The error to throw when the column consumed last holds a value that `type` can't be.
  func decodingError(_ type: Any.Type, reason: String) -> ColumnDecodingError
}

/// SQLite's storage classes. Source: SQLite, "Datatypes In SQLite", section 2.
public enum StorageClass: String, Hashable, Sendable {
  case null = "NULL"
  case integer = "INTEGER"
  case real = "REAL"
  case text = "TEXT"
  case blob = "BLOB"
}

extension RowReader {
  /// Consumes as many columns as `Value` has and returns the value they hold.
  /// - Throws: ``ColumnDecodingError`` if they don't contain such a value.
  @inlinable @inline(__always)
  public mutating func read<Value: ColumnValue>(_ type: Value.Type = Value.self) throws -> Value {
    try Value._read(from: &self)
  }

  /// Consumes one column that holds the stored form of a value, and returns the value: `row.read(as: UnixSeconds?.self)` is
  /// a `Date?`.
  /// - Throws: ``ColumnDecodingError`` if the column contains no such value.
  @inlinable @inline(__always)
  public mutating func read<Value: ColumnValue>(as type: Value.Type) throws -> Value.Plain {
    try Value._read(from: &self)._plain
  }
}
