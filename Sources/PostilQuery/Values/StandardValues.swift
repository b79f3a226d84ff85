extension Bool: ColumnValue {
  /// Reads an INTEGER that is 0 or 1.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else.
  @inlinable @inline(__always)
  public static func _read(from row: inout some RowReader) throws -> Bool {
    let integer = try row.readInt64()
    guard integer == 0 || integer == 1 else {
      throw row.decodingError(Bool.self, reason: "it must be 0 or 1")
    }
    return integer == 1
  }

  /// Binds 0 or 1.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) { binder.bind(self ? 1 as Int64 : 0) }

  /// 0 or 1.
  @inlinable
  public var _boundValue: BoundValue { .integer(self ? 1 : 0) }
}

// Every integer that fits in a signed 64-bit integer is stored as INTEGER. If a column contains an integer that doesn't
// fit in the property's type, this is an error; it is never truncated.

extension Int64: ColumnValue {
  /// Reads an INTEGER.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else.
  @inlinable @inline(__always)
  public static func _read(from row: inout some RowReader) throws -> Int64 { try row.readInt64() }

  /// Binds an INTEGER.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) { binder.bind(self) }

  /// The integer as a binding.
  @inlinable
  public var _boundValue: BoundValue { .integer(self) }
}

/// An integer type whose values all fit in a signed 64-bit integer and are stored as such.
///
/// The conformance to ``ColumnValue`` for `Int`, `Int8`, `Int16`, `Int32`, `UInt8`, `UInt16` and `UInt32`.
public protocol _NarrowInteger: FixedWidthInteger, Sendable, _JSONInteger {}

extension _NarrowInteger {
  /// Reads an INTEGER.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else, or an integer outside the type's range.
  @inlinable @inline(__always)
  public static func _read(from row: inout some RowReader) throws -> Self {
    let integer = try row.readInt64()
    guard let value = Self(exactly: integer) else {
      throw row.decodingError(Self.self, reason: "it must be in the range \(Self.min)...\(Self.max)")
    }
    return value
  }

  /// Binds an INTEGER.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) { binder.bind(Int64(truncatingIfNeeded: self)) }

  /// The integer as a binding.
  @inlinable
  public var _boundValue: BoundValue { .integer(Int64(truncatingIfNeeded: self)) }
}

extension Int: _NarrowInteger {}
extension Int8: _NarrowInteger {}
extension Int16: _NarrowInteger {}
extension Int32: _NarrowInteger {}
extension UInt8: _NarrowInteger {}
extension UInt16: _NarrowInteger {}
extension UInt32: _NarrowInteger {}

extension Double: ColumnValue {
  /// Reads a REAL, or an INTEGER as the nearest number.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else.
  @inlinable @inline(__always)
  public static func _read(from row: inout some RowReader) throws -> Double { try row.readDouble() }

  /// Binds a REAL. The statement throws ``ColumnEncodingError`` for NaN, which SQLite would store as `NULL`.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    guard !isNaN else { return binder.fail(ColumnEncodingError.notANumber(Double.self)) }
    binder.bind(self)
  }

  /// The number as a binding. NaN is rejected when a statement binds it.
  @inlinable
  public var _boundValue: BoundValue { isNaN ? .unstorable(.notANumber(Double.self)) : .real(self) }
}

extension Float: ColumnValue {
  /// Reads a REAL or an INTEGER as the nearest `Float`.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else, or a finite number outside the type's range.
  @inlinable @inline(__always)
  public static func _read(from row: inout some RowReader) throws -> Float {
    let double = try row.readDouble()
    let value = Float(double)
    guard value.isFinite || !double.isFinite else {
      throw row.decodingError(Float.self, reason: "it is beyond the largest Float")
    }
    return value
  }

  /// Binds a REAL. The statement throws ``ColumnEncodingError`` for NaN, which SQLite would store as `NULL`.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    guard !isNaN else { return binder.fail(ColumnEncodingError.notANumber(Float.self)) }
    binder.bind(Double(self))
  }

  /// The number as a binding. NaN is rejected when a statement binds it.
  @inlinable
  public var _boundValue: BoundValue { isNaN ? .unstorable(.notANumber(Float.self)) : .real(Double(self)) }
}

extension String: ColumnValue {
  /// Reads TEXT, including embedded NULs.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else, or text that isn't valid UTF-8.
  @inlinable @inline(__always)
  public static func _read(from row: inout some RowReader) throws -> String { try row.readString() }

  /// Binds a TEXT.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) { binder.bind(self) }

  /// The text as a binding.
  @inlinable
  public var _boundValue: BoundValue { .text(self) }
}
