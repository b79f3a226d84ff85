// Every integer that fits a 64-bit signed one is stored as INTEGER. One that a column holds and the type does not is an
// error, never a truncation.

extension Int64: ColumnValue {
  /// Reads an INTEGER.
  /// - Throws: ``ColumnDecodingError`` when the column holds anything else.
  @inlinable @inline(__always)
  public static func read(from row: inout some RowReader) throws -> Int64 { try row.readInt64() }

  /// Binds an INTEGER.
  @inlinable
  public func bind(to binder: inout some ValueBinder) { binder.bind(self) }

  /// The integer as a binding.
  @inlinable
  public var binding: Binding { .integer(self) }
}

/// An integer whose every value fits a 64-bit signed one, and that is stored as such.
///
/// ``ColumnValue`` for `Int`, `Int8`, `Int16`, `Int32`, `UInt8`, `UInt16` and `UInt32`.
public protocol NarrowInteger: FixedWidthInteger, Sendable, ColumnValue {}

extension NarrowInteger {
  /// Reads an INTEGER.
  /// - Throws: ``ColumnDecodingError`` when the column holds anything else, or an integer out of the type's range.
  @inlinable @inline(__always)
  public static func read(from row: inout some RowReader) throws -> Self {
    let integer = try row.readInt64()
    guard let value = Self(exactly: integer) else {
      throw row.decodingError(Self.self, reason: "\(integer) is out of the range \(Self.min)...\(Self.max)")
    }
    return value
  }

  /// Binds an INTEGER.
  @inlinable
  public func bind(to binder: inout some ValueBinder) { binder.bind(Int64(truncatingIfNeeded: self)) }

  /// The integer as a binding.
  @inlinable
  public var binding: Binding { .integer(Int64(truncatingIfNeeded: self)) }
}

extension Int: NarrowInteger {}
extension Int8: NarrowInteger {}
extension Int16: NarrowInteger {}
extension Int32: NarrowInteger {}
extension UInt8: NarrowInteger {}
extension UInt16: NarrowInteger {}
extension UInt32: NarrowInteger {}
