/// A value that is stored in one column, or in several that follow one another.
public protocol _StoredValue: Sendable {
  /// How many columns there are.
  static var _columnCount: Int { get }
  /// Binds the columns in their order.
  func _bind(to binder: inout some ValueBinder)
  /// The columns as bindings, in their order.
  var _boundValues: [BoundValue] { get }
}

extension _StoredValue {
  /// The columns as bindings, in their order.
  @inlinable
  public var _boundValues: [BoundValue] {
    var collector = BindingCollector()
    _bind(to: &collector)
    return collector.bindings
  }
}

extension Optional: _StoredValue where Wrapped: _StoredValue {
  /// As many as the value has.
  @inlinable
  public static var _columnCount: Int { Wrapped._columnCount }

  /// Binds the columns in their order, each as `NULL` for `nil`.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    switch self {
    case .some(let value): value._bind(to: &binder)
    case .none: for _ in 0..<Wrapped._columnCount { binder.bindNull() }
    }
  }

  /// The columns as bindings, in their order, each `NULL` for `nil`.
  @inlinable
  public var _boundValues: [BoundValue] {
    self?._boundValues ?? Array(repeating: .null, count: Wrapped._columnCount)
  }
}

/// What identifies a row: one column value, or the several of a composite key, in the order in which the model declares them.
public protocol KeyValue: Hashable, _StoredValue {}

/// A Swift type that is stored in one column.
///
/// Integers, floating-point numbers, `Bool`, `String`, `Data`, `[UInt8]`, `Date`, `Duration`, `Decimal`, `URL`, `UUID`,
/// ``RowID`` and optionals of these conform; enums and identifiers of one's own conform in generated code, through
/// ``RawColumnValue`` and ``CaseNameColumnValue``, any other type through ``ColumnRepresentable``.
///
/// A type that can be stored in several ways, or that can't conform itself, has separate storage types: a
/// ``UnixSeconds`` is a column of dates that holds integers. Queries take and give the ``Plain`` type, the `Date`.
public protocol ColumnValue: KeyValue {
  /// The type without its optionals: `Date` for `Date` and for `Date?`. Two expressions compare when theirs are the same.
  associatedtype Unwrapped: ColumnValue = Self where Unwrapped.Unwrapped == Unwrapped
  /// The type that properties have and that queries take and give: `Date` for ``UnixSeconds``, the type itself for most.
  associatedtype Plain: Sendable = Self
  /// The stored form of a value.
  init(_plain plain: Plain)
  /// The value.
  var _plain: Plain { get }
  /// The collation of the values, if it is declared on the column and expressions must repeat it; `nil` for most types.
  static var _collation: Collation? { get }
  /// How a value that a column holds is written in JSON; of a custom type, as the column holds it.
  static var _jsonForm: _JSONForm { get }
  /// Consumes the next column of `row`.
  /// - Throws: ``ColumnDecodingError`` if the column contains no such value.
  static func _read(from row: inout some RowReader) throws -> Self
  /// The value as a binding.
  var _boundValue: BoundValue { get }
}

extension ColumnValue {
  /// No collation.
  @inlinable @inline(__always)
  public static var _collation: Collation? { nil }

  /// One.
  @inlinable
  public static var _columnCount: Int { 1 }

  /// The value as the only binding of a key.
  @inlinable
  public var _boundValues: [BoundValue] { [_boundValue] }

  /// The binding of a plain value in the form in which a column holds it, or of `nil` as `NULL`: `UnixSeconds._boundValue(of:
  /// date)`.
  @inlinable @inline(__always)
  public static func _boundValue(of plain: Plain?) -> BoundValue {
    guard let plain else { return .null }
    return Self(_plain: plain)._boundValue
  }
}

extension ColumnValue where Plain == Self {
  /// The value itself.
  @inlinable @inline(__always)
  public init(_plain plain: Self) { self = plain }

  /// The value itself.
  @inlinable @inline(__always)
  public var _plain: Self { self }
}

/// A column value whose `rawValue` is what the column holds: an enum with raw values, or an identifier of one's own.
public protocol RawColumnValue: ColumnValue, RawRepresentable where RawValue: ColumnValue {}

extension RawColumnValue {
  /// The collation of the raw value.
  @inlinable
  public static var _collation: Collation? { RawValue._collation }

  /// Reads the raw value.
  /// - Throws: ``ColumnDecodingError`` if the column contains none, or one that no value has.
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
