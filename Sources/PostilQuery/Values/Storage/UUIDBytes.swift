#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A column of UUIDs stored as 16 bytes, less than half the size of their text. It sorts like the UUIDs.
@frozen
public struct UUIDBytes: ColumnValue {
  /// The UUID.
  public var _plain: UUID

  /// Creates the stored form of a UUID.
  @inlinable
  public init(_plain plain: UUID) { self._plain = plain }

  /// Reads a BLOB of 16 bytes.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else.
  @inlinable
  public static func _read(from row: inout some RowReader) throws -> Self {
    let uuid = try row.readBytes { bytes in
      bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
    }
    guard let uuid else { throw row.decodingError(UUID.self, reason: "it must be a blob of 16 bytes") }
    return Self(_plain: uuid)
  }

  /// Binds a BLOB of 16 bytes.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    withUnsafeBytes(of: _plain.uuid) { bytes in binder.bindBytes(bytes) }
  }

  /// The bytes as a binding.
  @inlinable
  public var _boundValue: BoundValue { .blob(withUnsafeBytes(of: _plain.uuid) { bytes in [UInt8](bytes) }) }
}
