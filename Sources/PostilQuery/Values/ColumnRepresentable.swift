/// A custom type that is stored in a column as a value of another type.
///
/// ```swift
/// struct Color: ColumnRepresentable {
///   var red, green, blue: UInt8
///   init(stored: Int) throws { … }
///   var stored: Int { Int(red) << 16 | Int(green) << 8 | Int(blue) }
/// }
/// ```
///
/// Values are compared and sorted by their stored forms in the database, so equal values must have equal stored forms.
public protocol ColumnRepresentable: ColumnValue where Plain == Self, Unwrapped == Self {
  /// The stored type. It can be a storage type such as ``UnixSeconds``, but not an optional.
  associatedtype Stored: ColumnValue where Stored.Unwrapped == Stored
  /// Creates the value from its stored form.
  /// - Throws: an error that describes the reason. Reading the row then throws a ``ColumnDecodingError`` that contains it.
  init(stored: Stored) throws
  /// The stored form of the value.
  var stored: Stored { get }
}

extension ColumnRepresentable {
  /// The collation of the stored form.
  @inlinable
  public static var _collation: Collation? { Stored._collation }

  /// Reads the stored form and creates the value from it.
  /// - Throws: ``ColumnDecodingError`` if the column contains no stored form, or one that no value has.
  @inlinable @inline(__always)
  public static func _read(from row: inout some RowReader) throws -> Self {
    let stored = try Stored._read(from: &row)
    do {
      return try Self(stored: stored)
    } catch {
      throw row.decodingError(Self.self, reason: "\(error)")
    }
  }

  /// Binds the stored form.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) { stored._bind(to: &binder) }

  /// The stored form as a binding.
  @inlinable
  public var _boundValue: BoundValue { stored._boundValue }
}

/// A column value that is stored as a name: an enum without raw values and associated values.
///
/// Generated code conforms the enum. The column is TEXT, and its `CHECK` allows only the names of the cases. The names
/// sort alphabetically, whatever the order of the cases.
public protocol CaseNameColumnValue: ColumnValue {
  /// Creates the value with this name; `nil` if there is none.
  init?(caseName: String)
  /// The stored name.
  var caseName: String { get }
}

extension CaseNameColumnValue {
  /// Reads the name.
  /// - Throws: ``ColumnDecodingError`` if the column contains no name, or one that no case has.
  @inlinable @inline(__always)
  public static func _read(from row: inout some RowReader) throws -> Self {
    guard let value = Self(caseName: try row.readString()) else {
      throw row.decodingError(Self.self, reason: "no such case")
    }
    return value
  }

  /// Binds the name.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) { binder.bind(caseName) }

  /// The name as a binding.
  @inlinable
  public var _boundValue: BoundValue { .text(caseName) }
}
