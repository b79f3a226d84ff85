#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Data: ColumnValue {
  /// Reads a BLOB.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else.
  @inlinable
  public static func _read(from row: inout some RowReader) throws -> Data {
    try row.readBytes { bytes in Data(bytes) }
  }

  /// Binds a BLOB. Empty data is an empty blob, not `NULL`.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    withUnsafeBytes { bytes in binder.bindBytes(bytes) }
  }

  /// The bytes as a binding.
  @inlinable
  public var _boundValue: BoundValue { .blob([UInt8](self)) }
}

extension Data: _CastTarget {
  /// BLOB
  @inlinable
  public static var _castStorage: StorageClass { .blob }
}

extension Array: _StoredValue, KeyValue, ColumnValue, ProjectedValue, ProjectedOptional, _SelectedValue, SelectedElement
where Element == UInt8 {
  /// Reads a BLOB.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else.
  @inlinable
  public static func _read(from row: inout some RowReader) throws -> [UInt8] {
    try row.readBytes { bytes in [UInt8](bytes) }
  }

  /// Binds a BLOB. An empty array is an empty blob, not `NULL`.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    withUnsafeBytes { bytes in binder.bindBytes(bytes) }
  }

  /// The bytes as a binding.
  @inlinable
  public var _boundValue: BoundValue { .blob(self) }
}

extension URL: ColumnValue {
  /// Reads TEXT of a URL, in which characters must be percent-encoded if URLs require it.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else.
  @inlinable
  public static func _read(from row: inout some RowReader) throws -> URL {
    guard let url = URL(string: try row.readString(), encodingInvalidCharacters: false) else {
      throw row.decodingError(URL.self, reason: "it must look like https://example.com/path")
    }
    return url
  }

  /// Binds `absoluteString`. A URL with a base is read back as the absolute URL without a base.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) { binder.bind(absoluteString) }

  /// `absoluteString` as a binding.
  @inlinable
  public var _boundValue: BoundValue { .text(absoluteString) }
}
