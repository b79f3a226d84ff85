extension Double: ColumnValue {
  /// Reads a REAL, or an INTEGER as the nearest number.
  /// - Throws: ``ColumnDecodingError`` when the column holds anything else.
  @inlinable @inline(__always)
  public static func read(from row: inout some RowReader) throws -> Double { try row.readDouble() }

  /// Binds a REAL; the statement throws ``ColumnEncodingError`` for a NaN, which SQLite would store as `NULL`.
  @inlinable
  public func bind(to binder: inout some ValueBinder) {
    guard !isNaN else { return binder.fail(ColumnEncodingError.notANumber(Double.self)) }
    binder.bind(self)
  }

  /// The number as a binding. That of a NaN is refused when a statement binds it.
  @inlinable
  public var binding: Binding { isNaN ? .unstorable(.notANumber(Double.self)) : .real(self) }
}

extension Float: ColumnValue {
  /// Reads a REAL or an INTEGER as the nearest `Float`.
  /// - Throws: ``ColumnDecodingError`` when the column holds anything else, or a finite number beyond the type's range.
  @inlinable @inline(__always)
  public static func read(from row: inout some RowReader) throws -> Float {
    let double = try row.readDouble()
    let value = Float(double)
    guard value.isFinite || !double.isFinite else {
      throw row.decodingError(Float.self, reason: "\(double) is beyond the largest Float")
    }
    return value
  }

  /// Binds a REAL; the statement throws ``ColumnEncodingError`` for a NaN, which SQLite would store as `NULL`.
  @inlinable
  public func bind(to binder: inout some ValueBinder) {
    guard !isNaN else { return binder.fail(ColumnEncodingError.notANumber(Float.self)) }
    binder.bind(Double(self))
  }

  /// The number as a binding. That of a NaN is refused when a statement binds it.
  @inlinable
  public var binding: Binding { isNaN ? .unstorable(.notANumber(Float.self)) : .real(Double(self)) }
}
