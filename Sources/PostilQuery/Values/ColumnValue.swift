/// A value that is stored in one or more consecutive columns.
public protocol _StoredValue: Sendable {
  /// The number of columns.
  static var _columnCount: Int { get }
  /// Binds the columns in order.
  func _bind(to binder: inout some ValueBinder)
  /// The columns as bindings, in order.
  var _boundValues: [BoundValue] { get }
}

extension _StoredValue {
  /// The columns as bindings, in order.
  @inlinable
  public var _boundValues: [BoundValue] {
    var collector = BindingCollector()
    _bind(to: &collector)
    return collector.bindings
  }
}

extension Optional: _StoredValue where Wrapped: _StoredValue {
  /// The number of the wrapped type's columns.
  @inlinable
  public static var _columnCount: Int { Wrapped._columnCount }

  /// Binds the columns in order; for `nil`, each as `NULL`.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    switch self {
    case .some(let value): value._bind(to: &binder)
    case .none: for _ in 0..<Wrapped._columnCount { binder.bindNull() }
    }
  }

  /// The columns as bindings, in order; for `nil`, each `NULL`.
  @inlinable
  public var _boundValues: [BoundValue] {
    self?._boundValues ?? Array(repeating: .null, count: Wrapped._columnCount)
  }
}

/// The value of a primary key: one column value, or several for a composite key, in the order in which the model
/// declares them.
public protocol KeyValue: Hashable, _StoredValue {}

/// A Swift type that is stored in one column.
///
/// Integers, floating-point numbers, `Bool`, `String`, `Data`, `[UInt8]`, `Date`, `Duration`, `Decimal`, `URL`, `UUID`,
/// ``RowID`` and optionals of these conform. Generated code conforms your own enums and identifiers, through
/// ``RawColumnValue`` and ``CaseNameColumnValue``. Any other type conforms through ``ColumnRepresentable``.
///
/// A type that can be stored in several ways, or that can't conform itself, has separate storage types: ``UnixSeconds``
/// is a column of dates that contains integers. Queries use the ``Plain`` type, `Date`.
public protocol ColumnValue: KeyValue, ProjectedValue, _SelectedValue {
  /// The type without its optionals: `Date` for `Date` and for `Date?`. Two expressions can be compared if these types are equal.
  associatedtype Unwrapped: ColumnValue = Self where Unwrapped.Unwrapped == Unwrapped
  /// The type itself. This and the next are defaults instead of requirements, which Swift 6.3 can't infer.
  associatedtype _Projected = Self
  /// The type without its optionals.
  associatedtype _ProjectedUnwrapped = Unwrapped
  /// The type in properties and in the values of queries: `Date` for ``UnixSeconds``, and the type itself for most types.
  associatedtype Plain: Sendable = Self
  /// Creates the stored form of a value.
  init(_plain plain: Plain)
  /// The value.
  var _plain: Plain { get }
  /// The collation of the values, if it is declared on the column and expressions must repeat it; `nil` for most types.
  static var _collation: Collation? { get }
  /// The form of a column's value in JSON. For a custom type, it is the stored form.
  static var _jsonForm: _JSONForm { get }
  /// Reads the next column of `row`.
  /// - Throws: ``ColumnDecodingError`` if the column contains no such value.
  static func _read(from row: inout some RowReader) throws -> Self
  /// The value as a binding.
  var _boundValue: BoundValue { get }
  /// The stored forms directly before and after a value that is rounded when it is stored, as a time with a fraction is where whole
  /// seconds are stored; `nil` if it is stored as it is.
  static func _neighbors(of plain: Plain) -> (before: BoundValue, after: BoundValue)?
}

extension ColumnValue {
  /// No collation.
  @inlinable @inline(__always)
  public static var _collation: Collation? { nil }

  /// The value as a binding.
  @inlinable
  public var _projectedNode: _ExpressionNode { SQLOperation(self).node }

  /// One column.
  @inlinable
  public static var _columnCount: Int { 1 }

  /// The value as the single binding of a key.
  @inlinable
  public var _boundValues: [BoundValue] { [_boundValue] }

  /// The binding of a plain value in the form in which a column stores it: `UnixSeconds._boundValue(of: date)`. `nil` is `NULL`.
  @inlinable @inline(__always)
  public static func _boundValue(of plain: Plain?) -> BoundValue {
    guard let plain else { return .null }
    return Self(_plain: plain)._boundValue
  }

  /// `nil`, because most values are stored as they are.
  @inlinable @inline(__always)
  public static func _neighbors(of plain: Plain) -> (before: BoundValue, after: BoundValue)? { nil }

  /// The binding of a value, or of the stored form directly before it.
  @inlinable @inline(__always)
  static func _boundValue(roundingDown plain: Plain?) -> BoundValue {
    plain.flatMap { _neighbors(of: $0)?.before } ?? _boundValue(of: plain)
  }

  /// The binding of a value, or of the stored form directly after it.
  @inlinable @inline(__always)
  static func _boundValue(roundingUp plain: Plain?) -> BoundValue {
    plain.flatMap { _neighbors(of: $0)?.after } ?? _boundValue(of: plain)
  }
}

extension ColumnValue where Plain == Self {
  /// Creates the value from itself.
  @inlinable @inline(__always)
  public init(_plain plain: Self) { self = plain }

  /// The value itself.
  @inlinable @inline(__always)
  public var _plain: Self { self }
}

/// A column value that is stored as its `rawValue`: an enum with raw values, or a custom identifier.
public protocol RawColumnValue: ColumnValue, RawRepresentable where RawValue: ColumnValue {}

extension RawColumnValue {
  /// The collation of the raw value.
  @inlinable
  public static var _collation: Collation? { RawValue._collation }

  /// Reads the raw value.
  /// - Throws: ``ColumnDecodingError`` if the column contains no raw value, or one that no value has.
  @inlinable @inline(__always)
  public static func _read(from row: inout some RowReader) throws -> Self {
    let rawValue = try RawValue._read(from: &row)
    guard let value = Self(rawValue: rawValue) else {
      throw row.decodingError(Self.self, reason: "no such raw value")
    }
    return value
  }

  /// Binds the raw value.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) { rawValue._bind(to: &binder) }

  /// The raw value as a binding.
  @inlinable
  public var _boundValue: BoundValue { rawValue._boundValue }
}
