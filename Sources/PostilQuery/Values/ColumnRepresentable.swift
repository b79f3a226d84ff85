/// A type of one's own that a column holds in the form of another: what to store, and how to make the value of it again.
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
  /// - Throws: what says why there is none; the row is read with a ``ColumnDecodingError`` of that reason.
  init(stored: Stored) throws
  /// The form in which the value is stored.
  var stored: Stored { get }
}

extension ColumnRepresentable {
  /// That of the stored form.
  @inlinable
  public static var collation: Collation? { Stored.collation }

  /// Reads the stored form, and makes the value of it.
  /// - Throws: ``ColumnDecodingError`` when the column holds none, or one that no value has.
  @inlinable @inline(__always)
  public static func read(from row: inout some RowReader) throws -> Self {
    let stored = try Stored.read(from: &row)
    do {
      return try Self(stored: stored)
    } catch {
      throw row.decodingError(Self.self, reason: "\(error)")
    }
  }

  /// Binds the stored form.
  @inlinable
  public func bind(to binder: inout some ValueBinder) { stored.bind(to: &binder) }

  /// The stored form as a binding.
  @inlinable
  public var binding: Binding { stored.binding }
}
