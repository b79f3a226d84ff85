extension Optional: KeyValue where Wrapped: KeyValue {}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  /// Reads `NULL` as `nil`, anything else as the wrapped type.
  /// - Throws: ``ColumnDecodingError`` when the column holds neither.
  @inlinable @inline(__always)
  public static func read(from row: inout some RowReader) throws -> Wrapped? {
    row.skipNull() ? nil : try Wrapped.read(from: &row)
  }

  /// Binds the value, or `NULL`.
  @inlinable
  public func bind(to binder: inout some ValueBinder) {
    switch self {
    case .some(let value): value.bind(to: &binder)
    case .none: binder.bindNull()
    }
  }

  /// The value as a binding, or `NULL`.
  @inlinable
  public var binding: Binding { self?.binding ?? .null }
}
