/// A Swift type that is stored in one column.
///
/// Integers, floating-point numbers, `Bool`, `String`, `Data`, `[UInt8]`, `Date`, `UUID`, ``RowID`` and optionals of these
/// conform; enums with raw values and identifiers of one's own conform in generated code, through ``RawColumnValue``.
public protocol ColumnValue: KeyValue {
  /// The type without its optionals: `Date` for `Date` and for `Date?`. Two expressions compare when theirs are the same.
  associatedtype Unwrapped: ColumnValue = Self where Unwrapped.Unwrapped == Unwrapped
  /// Consumes the next column of `row`.
  /// - Throws: ``ColumnDecodingError`` when the column holds no such value.
  static func read(from row: inout some RowReader) throws -> Self
  /// The value as a binding.
  var binding: Binding { get }
}

extension ColumnValue {
  /// One.
  @inlinable
  public static var columnCount: Int { 1 }

  /// The value as the only binding of a key.
  @inlinable
  public var bindings: [Binding] { [binding] }
}

/// A column value whose `rawValue` is what the column holds: an enum with raw values, or an identifier of one's own.
public protocol RawColumnValue: ColumnValue, RawRepresentable where RawValue: ColumnValue {}

extension RawColumnValue {
  /// Reads the raw value.
  /// - Throws: ``ColumnDecodingError`` when the column holds none, or one that no value has.
  @inlinable @inline(__always)
  public static func read(from row: inout some RowReader) throws -> Self {
    let rawValue = try RawValue.read(from: &row)
    guard let value = Self(rawValue: rawValue) else {
      throw row.decodingError(Self.self, reason: "no such raw value")
    }
    return value
  }

  /// Binds the raw value.
  @inlinable
  public func bind(to binder: inout some ValueBinder) { rawValue.bind(to: &binder) }

  /// The raw value as a binding.
  @inlinable
  public var binding: Binding { rawValue.binding }
}
