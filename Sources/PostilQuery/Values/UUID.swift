#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension UUID: ColumnValue {
  /// Reads TEXT of 36 characters, in upper or lower case.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else.
  @inlinable
  public static func _read(from row: inout some RowReader) throws -> UUID {
    guard let value = try row.readUTF8(of: UUID.self, UUIDText.value) else {
      throw row.decodingError(UUID.self, reason: "it must look like E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    }
    return value
  }

  /// Binds `uuidString`.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    withUnsafeTemporaryAllocation(byteCount: UUIDText.length, alignment: 1) { buffer in
      UUIDText.write(self, to: buffer)
      binder.bindUTF8(UnsafeRawBufferPointer(buffer))
    }
  }

  /// `uuidString` as a binding.
  @inlinable
  public var _boundValue: BoundValue { .text(uuidString) }
}

/// The textual form of a UUID: `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`. Source: RFC 9562, section 4.
@usableFromInline
package enum UUIDText {
  @usableFromInline package static let length = 36

  /// Whether a hyphen comes before the byte at this index.
  private static func isHyphenated(before index: Int) -> Bool { index == 4 || index == 6 || index == 8 || index == 10 }

  /// Writes the 36 characters of `uuid` to `buffer`, which must have room for them.
  @usableFromInline
  package static func write(_ uuid: UUID, to buffer: UnsafeMutableRawBufferPointer) {
    var position = 0
    withUnsafeBytes(of: uuid.uuid) { bytes in
      for index in 0..<16 {
        if isHyphenated(before: index) {
          buffer[position] = 0x2D
          position += 1
        }
        buffer[position] = digit(bytes[index] >> 4)
        buffer[position + 1] = digit(bytes[index] & 0xF)
        position += 2
      }
    }
  }

  /// The UUID that `text` represents; `nil` for any other text.
  @usableFromInline
  package static func value(_ text: UnsafeRawBufferPointer) -> UUID? {
    guard text.count == length else { return nil }
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let isComplete = withUnsafeMutableBytes(of: &bytes) { bytes in
      var position = 0
      for index in 0..<16 {
        if isHyphenated(before: index) {
          guard text[position] == 0x2D else { return false }
          position += 1
        }
        guard let high = nibble(text[position]), let low = nibble(text[position + 1]) else { return false }
        bytes[index] = high << 4 | low
        position += 2
      }
      return true
    }
    return isComplete ? UUID(uuid: bytes) : nil
  }

  private static func digit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 + nibble : 0x37 + nibble }

  private static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }
}
