#if PostgreSQL
  /// PostgreSQL's binary form of `numeric`: four 16-bit integers (the number of digits, the exponent of the first one, the sign and the
  /// number of decimal places), and digits to the base 10,000. Source: PostgreSQL 15, `numeric_send`.
  enum Numeric {
    private static let negative: UInt16 = 0x4000
    private static let special: UInt16 = 0xC000

    /// The number as text: `-12.50`. `nil` for a NaN or an infinity.
    static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
      guard bytes.count >= 8 else { return nil }
      func word(_ index: Int) -> UInt16 {
        UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))
      }
      let count = Int(word(0))
      let weight = Int(Int16(bitPattern: word(1)))
      let places = Int(word(3))
      guard word(2) & special != special, bytes.count >= 8 + count * 2 else { return nil }
      func digits(_ index: Int) -> String {
        let value = index >= 0 && index < count ? Int(word(4 + index)) : 0
        let text = String(value)
        return String(repeating: "0", count: 4 - text.utf8.count) + text
      }
      var whole = weight < 0 ? "0" : (0...weight).map(digits).joined()
      whole = String(whole.drop { $0 == "0" })
      var result = word(2) == negative ? "-" : ""
      result += whole.isEmpty ? "0" : whole
      guard places > 0 else { return result }
      let groups = (places + 3) / 4
      let fraction = (0..<groups).map { digits(weight + 1 + $0) }.joined()
      return result + "." + fraction.prefix(places)
    }
  }
#endif
