/// An optional of a column value: what a column holds that takes `NULL`.
public protocol OptionalColumnValue: ColumnValue {}

extension Optional: OptionalColumnValue where Wrapped: ColumnValue {
  /// The type without its optionals.
  public typealias Unwrapped = Wrapped.Unwrapped
  /// An optional of the type that properties have.
  public typealias Plain = Wrapped.Plain?

  /// That of the wrapped type.
  @inlinable
  public static var collation: Collation? { Wrapped.collation }

  /// The stored form of a value, `nil` of `nil`.
  @inlinable @inline(__always)
  public init(plain: Wrapped.Plain?) { self = plain.map { Wrapped(plain: $0) } }

  /// The value, `nil` of `nil`.
  @inlinable @inline(__always)
  public var plain: Wrapped.Plain? { map { $0.plain } }
}
