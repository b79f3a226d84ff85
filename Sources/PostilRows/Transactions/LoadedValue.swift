import PostilQuery

/// A value of a row. A long text is loaded only in part.
package struct LoadedValue: Sendable {
  package var value: SQLValue?
  /// The number of Unicode scalars of a text that was cut.
  package var size: Int?

  package init(_ value: SQLValue?, size: Int? = nil) { (self.value, self.size) = (value, size) }

  /// The number of bytes that it takes.
  package var byteCount: Int {
    switch value {
    case .text(let text): text.utf8.count
    case .blob(let bytes), .malformedText(let bytes): bytes.count
    case nil, .integer, .real: 8
    }
  }

  init(_ row: inout some RowReader, limit: Int) throws {
    guard row.nextStorageClass() == .text else {
      self.init(row.skipNull() ? nil : try SQLValue._read(from: &row))
      return
    }
    self = try row.readUTF8 { bytes in
      guard bytes.count > limit else {
        return LoadedValue(
          String(utf8: bytes).map { .text($0) } ?? .malformedText([UInt8](bytes)))
      }
      // Not in the middle of a scalar.
      var end = limit
      while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      let start = String(decoding: UnsafeRawBufferPointer(rebasing: bytes[..<end]), as: UTF8.self)
      return LoadedValue(.text(start), size: bytes.count { $0 & 0xC0 != 0x80 })
    }
  }
}
