#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Bytes: `Data` and `[UInt8]`.
public protocol _BlobValue: ColumnValue {}
extension Data: _BlobValue {}
extension Array: _BlobValue where Element == UInt8 {}

extension SQLExpression where Value: _BlobValue {
  /// The number of bytes, which SQLite finds without reading them: `length(t0."data")`.
  @inlinable
  public var byteCount: SQLOperation<Int> { SQLOperation(.function(.length, node)) }
}

extension SQLExpression where Value: _OptionalColumnValue, Value.Unwrapped: _BlobValue {
  /// The number of bytes; `nil` if there is no blob: `length(t0."data")`.
  @inlinable
  public var byteCount: SQLOperation<Int?> { SQLOperation(.function(.length, node)) }
}
