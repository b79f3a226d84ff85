extension String {
  /// The text in these bytes; `nil` if they aren't valid UTF-8. `String(validating:as:)` requires macOS 15 and iOS 18.
  @inlinable
  package init?(utf8 bytes: some Collection<UInt8>) {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      self.init(validating: bytes, as: UTF8.self)
    } else {
      self.init(repairing: bytes)
    }
  }

  /// The same on older systems: malformed bytes are replaced, so that the text differs from them.
  @inlinable
  package init?(repairing bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    // 'elementsEqual' compares byte by byte; this loop becomes instructions for 16 bytes or more.
    let isEqual = utf8.withContiguousStorageIfAvailable { text in
      bytes.withContiguousStorageIfAvailable { bytes -> Bool in
        guard text.count == bytes.count else { return false }
        var difference: UInt8 = 0
        for index in 0..<bytes.count { difference |= text[index] ^ bytes[index] }
        return difference == 0
      }
    }
    guard (isEqual ?? nil) ?? utf8.elementsEqual(bytes) else { return nil }
  }
}
