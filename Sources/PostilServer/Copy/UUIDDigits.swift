#if PostgreSQL
  /// The digits of a UUID.
  struct UUIDDigits {
    /// 32 digits in lower case.
    private var digits: [UInt8] = []

    /// Reads the usual text; `nil` for any other one.
    init?(text: UnsafeRawBufferPointer) {
      guard text.count == 36 else { return nil }
      for (index, byte) in text.enumerated() {
        switch (index, byte) {
        case (8, UInt8(ascii: "-")), (13, UInt8(ascii: "-")), (18, UInt8(ascii: "-")), (23, UInt8(ascii: "-")): break
        case (_, UInt8(ascii: "0")...UInt8(ascii: "9")), (_, UInt8(ascii: "a")...UInt8(ascii: "f")): digits.append(byte)
        case (_, UInt8(ascii: "A")...UInt8(ascii: "F")): digits.append(byte | 0x20)
        default: return nil
        }
      }
      if digits.count != 32 { return nil }
    }

    /// - Parameter bytes: 16 bytes; `nil` for another number of them.
    init?(bytes: UnsafeRawBufferPointer) {
      guard bytes.count == 16 else { return nil }
      for byte in bytes { digits += Array(((byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8) }
    }

    func append(to text: inout [UInt8]) {
      for (index, digit) in digits.enumerated() {
        if [8, 12, 16, 20].contains(index) { text.append(UInt8(ascii: "-")) }
        text.append(digit)
      }
    }
  }
#endif
