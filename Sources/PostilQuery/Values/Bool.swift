extension Bool: ColumnValue {
  /// Reads an INTEGER that is 0 or 1.
  /// - Throws: ``ColumnDecodingError`` when the column holds anything else.
  @inlinable @inline(__always)
  public static func read(from row: inout some RowReader) throws -> Bool {
    let integer = try row.readInt64()
    guard integer == 0 || integer == 1 else {
      throw row.decodingError(Bool.self, reason: "\(integer) is neither 0 nor 1")
    }
    return integer == 1
  }

  /// Binds 0 or 1.
  @inlinable
  public func bind(to binder: inout some ValueBinder) { binder.bind(self ? 1 as Int64 : 0) }

  /// 0 or 1.
  @inlinable
  public var binding: Binding { .integer(self ? 1 : 0) }
}
