/// A type that SQLite turns any value into: `Int`, `Int64`, `Double`, `String`, `Data` and `[UInt8]`.
public protocol CastTarget: ColumnValue {
  /// The storage class that a cast gives.
  static var castStorage: StorageClass { get }
}

extension Int: CastTarget {
  /// INTEGER
  @inlinable
  public static var castStorage: StorageClass { .integer }
}

extension Int64: CastTarget {
  /// INTEGER
  @inlinable
  public static var castStorage: StorageClass { .integer }
}

extension Double: CastTarget {
  /// REAL
  @inlinable
  public static var castStorage: StorageClass { .real }
}

extension String: CastTarget {
  /// TEXT
  @inlinable
  public static var castStorage: StorageClass { .text }
}

extension Array: CastTarget where Element == UInt8 {
  /// BLOB
  @inlinable
  public static var castStorage: StorageClass { .blob }
}

extension SQLExpression where Value.Unwrapped == Value {
  /// What the database holds, as another type: `CAST(t0."title" AS INTEGER)`.
  ///
  /// A cast never fails: a text is the number that it begins with, or 0; a `Double` loses its fraction on the way to an
  /// integer. Source: SQLite, "SQL Language Expressions", section 12.
  @inlinable
  public func cast<Target: CastTarget>(to type: Target.Type) -> SQLOperation<Target> {
    SQLOperation(.cast(node.asValue, to: Target.castStorage))
  }
}

extension SQLExpression where Value: OptionalColumnValue {
  /// What the database holds, as another type, `nil` where it is `NULL`: `CAST(t0."note" AS INTEGER)`.
  ///
  /// A cast never fails: a text is the number that it begins with, or 0; a `Double` loses its fraction on the way to an
  /// integer. Source: SQLite, "SQL Language Expressions", section 12.
  @inlinable
  public func cast<Target: CastTarget>(to type: Target.Type) -> SQLOperation<Target?> {
    SQLOperation(.cast(node.asValue, to: Target.castStorage))
  }
}
