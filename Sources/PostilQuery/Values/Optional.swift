/// An optional of a column value: the value of a nullable column.
public protocol _OptionalColumnValue: ColumnValue {}

extension Optional: _OptionalColumnValue where Wrapped: ColumnValue {
  /// The type without its optionals.
  public typealias Unwrapped = Wrapped.Unwrapped
  // `Plain` is inferred from the members below. With a type alias, errors would show `Optional<Int>.Plain` instead of `Int?`.

  /// The collation of the wrapped type.
  @inlinable
  public static var _collation: Collation? { Wrapped._collation }

  /// Creates the stored form of a value; `nil` for `nil`.
  @inlinable @inline(__always)
  public init(_plain plain: Wrapped.Plain?) { self = plain.map { Wrapped(_plain: $0) } }

  /// The value; `nil` for `nil`.
  @inlinable @inline(__always)
  public var _plain: Wrapped.Plain? { map { $0._plain } }
}

extension Optional: KeyValue where Wrapped: KeyValue {}

extension Optional: ColumnValue, ProjectedValue, ProjectedOptional, _SelectedValue, SelectedElement
where Wrapped: ColumnValue {
  /// Reads `NULL` as `nil` and any other value as the wrapped type.
  /// - Throws: ``ColumnDecodingError`` if the column contains neither.
  @inlinable @inline(__always)
  public static func _read(from row: inout some RowReader) throws -> Wrapped? {
    row.skipNull() ? nil : try Wrapped._read(from: &row)
  }

  /// Binds the value, or `NULL`.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    switch self {
    case .some(let value): value._bind(to: &binder)
    case .none: binder.bindNull()
    }
  }

  /// The value as a binding, or `NULL`.
  @inlinable
  public var _boundValue: BoundValue { self?._boundValue ?? .null }
}
