/// A type to which SQLite can convert any value: `Int`, `Int64`, `Double`, `String`, `Data` and `[UInt8]`.
public protocol _CastTarget: ColumnValue {
  /// The storage class of the result.
  static var _castStorage: StorageClass { get }
}

extension Int: _CastTarget {
  /// INTEGER
  @inlinable
  public static var _castStorage: StorageClass { .integer }
}

extension Int64: _CastTarget {
  /// INTEGER
  @inlinable
  public static var _castStorage: StorageClass { .integer }
}

extension Double: _CastTarget {
  /// REAL
  @inlinable
  public static var _castStorage: StorageClass { .real }
}

extension String: _CastTarget {
  /// TEXT
  @inlinable
  public static var _castStorage: StorageClass { .text }
}

extension Array: _CastTarget where Element == UInt8 {
  /// BLOB
  @inlinable
  public static var _castStorage: StorageClass { .blob }
}

extension SQLExpression where Value.Unwrapped == Value {
  /// The value converted to another type: `CAST(t0."title" AS INTEGER)`.
  ///
  /// A cast never fails. Text becomes the number that it starts with, or 0; a `Double` converted to an integer loses
  /// its fraction. Source: SQLite, "SQL Language Expressions", section 12.
  @inlinable
  public func cast<Target: _CastTarget>(to type: Target.Type) -> SQLOperation<Target> {
    SQLOperation(.cast(node.asValue, to: Target._castStorage))
  }
}

extension SQLExpression where Value: _OptionalColumnValue {
  /// The value converted to another type; `nil` if it is `NULL`: `CAST(t0."note" AS INTEGER)`.
  ///
  /// A cast never fails. Text becomes the number that it starts with, or 0; a `Double` converted to an integer loses
  /// its fraction. Source: SQLite, "SQL Language Expressions", section 12.
  @inlinable
  public func cast<Target: _CastTarget>(to type: Target.Type) -> SQLOperation<Target?> {
    SQLOperation(.cast(node.asValue, to: Target._castStorage))
  }
}
