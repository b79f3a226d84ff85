/// A type that SQLite turns any value into: `Int`, `Int64`, `Double`, `String`, `Data` and `[UInt8]`.
public protocol _CastTarget: ColumnValue {
  /// The storage class that a cast gives.
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
  /// What the database holds, as another type: `CAST(t0."title" AS INTEGER)`.
  ///
  /// A cast never fails: a text is the number that it begins with, or 0; a `Double` loses its fraction on the way to an
  /// integer. Source: SQLite, "SQL Language Expressions", section 12.
  @inlinable
  public func cast<Target: _CastTarget>(to type: Target.Type) -> SQLOperation<Target> {
    SQLOperation(.cast(node.asValue, to: Target._castStorage))
  }
}

extension SQLExpression where Value: _OptionalColumnValue {
  /// What the database holds, as another type, `nil` if it is `NULL`: `CAST(t0."note" AS INTEGER)`.
  ///
  /// A cast never fails: a text is the number that it begins with, or 0; a `Double` loses its fraction on the way to an
  /// integer. Source: SQLite, "SQL Language Expressions", section 12.
  @inlinable
  public func cast<Target: _CastTarget>(to type: Target.Type) -> SQLOperation<Target?> {
    SQLOperation(.cast(node.asValue, to: Target._castStorage))
  }
}
