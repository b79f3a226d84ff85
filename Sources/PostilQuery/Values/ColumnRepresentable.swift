/// A custom type that a column holds in the form of another: what to store, and how to make the value of it again.
///
/// ```swift
/// struct Color: ColumnRepresentable {
///   var red, green, blue: UInt8
///   init(stored: Int) throws { … }
///   var stored: Int { Int(red) << 16 | Int(green) << 8 | Int(blue) }
/// }
/// ```
///
/// Values compare and sort in the database as their stored forms do, so equal values must have equal ones.
public protocol ColumnRepresentable: ColumnValue where Plain == Self, Unwrapped == Self {
  /// What the column holds; it can be a storage type such as ``UnixSeconds``, but no optional.
  associatedtype Stored: ColumnValue where Stored.Unwrapped == Stored
  /// The value that was stored in this form.
  /// - Throws: an error that describes the reason; reading the row throws a ``ColumnDecodingError`` that contains it.
  init(stored: Stored) throws
  /// The form in which the value is stored.
  var stored: Stored { get }
}

extension ColumnRepresentable {
  /// The collation of the stored form.
  @inlinable
  public static var _collation: Collation? { Stored._collation }

  /// Reads the stored form, and makes the value of it.
  /// - Throws: ``ColumnDecodingError`` if the column contains none, or one that no value has.
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

/// A column value that is stored as a name: an enum without raw values, whose cases have no payloads.
///
/// Generated code conforms the enum; the column is TEXT, and its `CHECK` admits the names of the cases only. The names sort in
/// the order of their letters, whatever the order of the cases.
public protocol CaseNameColumnValue: ColumnValue {
  /// The value with this name, `nil` if there is none.
  init?(caseName: String)
  /// The name as the column holds it.
  var caseName: String { get }
}

extension CaseNameColumnValue {
  /// Reads the name.
  /// - Throws: ``ColumnDecodingError`` if the column contains none, or one that no case has.
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
