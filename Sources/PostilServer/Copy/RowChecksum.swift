#if PostgreSQL
  /// The number of a table's rows, and a sum of their hashes, which doesn't depend on their order.
  package struct RowChecksum: Hashable, Sendable, CustomStringConvertible {
    package private(set) var count = 0
    private var sum: UInt64 = 0

    /// Adds a row.
    mutating func add(_ row: UnsafeRawBufferPointer) {
      count += 1
      sum &+= Self.hash(row)
    }

    /// 16 hexadecimal digits.
    package var description: String {
      let digits = String(sum, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// A 64-bit hash of eight bytes at a time. Source: Vigna, "Further scramblings of Marsaglia's xorshift generators": the finalizer of
    /// splitmix64.
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
      var hash = UInt64(bytes.count)
      var position = 0
      while position < bytes.count {
        var word: UInt64 = 0
        if position + 8 <= bytes.count {
          word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        } else {
          for index in (position..<bytes.count).reversed() { word = word << 8 | UInt64(bytes[index]) }
        }
        hash = mixed(hash &+ 0x9e37_79b9_7f4a_7c15 ^ word)
        position += 8
      }
      return mixed(hash &+ 0x9e37_79b9_7f4a_7c15)
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
      var value = value
      value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
      value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
      return value ^ value >> 31
    }
  }
#endif
