/// A Swift type that is stored in one column.
///
/// Integers, floating-point numbers, `Bool`, `String`, `Data`, `[UInt8]`, `Date`, `Duration`, `Decimal`, `URL`, `UUID`,
/// ``RowID`` and optionals of these conform; enums and identifiers of one's own conform in generated code, through
/// ``RawColumnValue`` and ``CaseNameColumnValue``, any other type through ``ColumnRepresentable``.
///
/// A type that can be stored in several ways, or that cannot conform itself, has storage types beside it: a
/// ``UnixSeconds`` is a column of dates that holds integers. Queries take and give the ``Plain`` type, the `Date`.
public protocol ColumnValue: KeyValue {
  /// The type without its optionals: `Date` for `Date` and for `Date?`. Two expressions compare when theirs are the same.
  associatedtype Unwrapped: ColumnValue = Self where Unwrapped.Unwrapped == Unwrapped
  /// The type that properties have and that queries take and give: `Date` for ``UnixSeconds``, the type itself for most.
  associatedtype Plain: Sendable = Self
  /// The stored form of a value.
  init(plain: Plain)
  /// The value.
  var plain: Plain { get }
  /// How the database compares the values, where the column says it and an expression of it has to say it again; `nil` for
  /// most types.
  static var collation: Collation? { get }
  /// How a value that a column holds is written in JSON; of a type of one's own, as the column holds it.
  static var jsonForm: JSONForm { get }
  /// Consumes the next column of `row`.
  /// - Throws: ``ColumnDecodingError`` when the column holds no such value.
  static func read(from row: inout some RowReader) throws -> Self
  /// The value as a binding.
  var binding: Binding { get }
}

extension ColumnValue {
  /// None of its own.
  @inlinable @inline(__always)
  public static var collation: Collation? { nil }

  /// One.
  @inlinable
  public static var columnCount: Int { 1 }

  /// The value as the only binding of a key.
  @inlinable
  public var bindings: [Binding] { [binding] }

  /// The binding of a plain value in the form in which a column holds it, or of `nil` as `NULL`: `UnixSeconds.binding(of: date)`.
  @inlinable @inline(__always)
  public static func binding(of plain: Plain?) -> Binding {
    guard let plain else { return .null }
    return Self(plain: plain).binding
  }
}

extension ColumnValue where Plain == Self {
  /// The value itself.
  @inlinable @inline(__always)
  public init(plain: Self) { self = plain }

  /// The value itself.
  @inlinable @inline(__always)
  public var plain: Self { self }
}

/// A column value whose `rawValue` is what the column holds: an enum with raw values, or an identifier of one's own.
public protocol RawColumnValue: ColumnValue, RawRepresentable where RawValue: ColumnValue {}

extension RawColumnValue {
  /// That of the raw value.
  @inlinable
  public static var collation: Collation? { RawValue.collation }

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
