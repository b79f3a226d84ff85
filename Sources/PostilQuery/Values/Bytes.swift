#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Data: ColumnValue {
  /// Reads a BLOB.
  /// - Throws: ``ColumnDecodingError`` when the column holds anything else.
  @inlinable
  public static func read(from row: inout some RowReader) throws -> Data {
    try row.readBytes { bytes in Data(bytes) }
  }

  /// Binds a BLOB; no bytes are an empty blob, not `NULL`.
  @inlinable
  public func bind(to binder: inout some ValueBinder) {
    withUnsafeBytes { bytes in binder.bindBytes(bytes) }
  }

  /// The bytes as a binding.
  @inlinable
  public var binding: Binding { .blob([UInt8](self)) }
}

extension Data: CastTarget {
  /// BLOB
  @inlinable
  public static var castStorage: StorageClass { .blob }
}

extension Array: StoredValue, KeyValue, ColumnValue where Element == UInt8 {
  /// Reads a BLOB.
  /// - Throws: ``ColumnDecodingError`` when the column holds anything else.
  @inlinable
  public static func read(from row: inout some RowReader) throws -> [UInt8] {
    try row.readBytes { bytes in [UInt8](bytes) }
  }

  /// Binds a BLOB; no bytes are an empty blob, not `NULL`.
  @inlinable
  public func bind(to binder: inout some ValueBinder) {
    withUnsafeBytes { bytes in binder.bindBytes(bytes) }
  }

  /// The bytes as a binding.
  @inlinable
  public var binding: Binding { .blob(self) }
}
