extension String: ColumnValue {
  /// Reads a TEXT, embedded NULs included; bytes that are no UTF-8 become U+FFFD.
  /// - Throws: ``ColumnDecodingError`` when the column holds anything else.
  @inlinable @inline(__always)
  public static func read(from row: inout some RowReader) throws -> String { try row.readString() }

  /// Binds a TEXT.
  @inlinable
  public func bind(to binder: inout some ValueBinder) { binder.bind(self) }

  /// The text as a binding.
  @inlinable
  public var binding: Binding { .text(self) }
}
