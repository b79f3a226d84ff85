#if PostgreSQL
  import PostilQuery

  /// A number in PostgreSQL's binary form of `numeric`: four 16-bit integers (the number of digits, the exponent of the first one, the sign
  /// and the number of decimal places), and digits to the base 10,000. Source: PostgreSQL 15, `numeric_send`.
  struct Numeric {
    private static let negative: UInt16 = 0x4000
    private static let special: UInt16 = 0xC000

    private var isNegative: Bool
    /// The exponent of the first digit, to the base 10,000.
    private var weight: Int
    /// The number of decimal places.
    private var scale: Int
    private var digits: [Int16]

    /// `nil` for a number that is too large or too small for this form.
    init?(_ parts: DecimalParts) {
      guard parts.exponent > -2000, parts.exponent < 2000 else { return nil }
      self.init(isNegative: parts.isNegative, significand: parts.significand, exponent: parts.exponent)
    }

    init(_ value: Int64) {
      self.init(isNegative: value < 0, significand: WideUInt(value.magnitude), exponent: 0)
    }

    private init(isNegative: Bool, significand: WideUInt, exponent: Int) {
      self.isNegative = isNegative && significand != 0
      scale = max(-exponent, 0)
      digits = []
      weight = 0
      guard significand != 0 else { return }
      // The decimal places before the first group of four.
      let shift = ((exponent % 4) + 4) % 4
      let text = Array(significand.description.utf8) + [UInt8](repeating: UInt8(ascii: "0"), count: shift)
      let count = (text.count + 3) / 4
      weight = count - 1 + (exponent - shift) / 4
      var end = text.count
      while end > 0 {
        let group = text[max(end - 4, 0)..<end]
        digits.append(group.reduce(0) { $0 * 10 + Int16($1 - UInt8(ascii: "0")) })
        end -= 4
      }
      digits.reverse()
      while digits.last == 0 { digits.removeLast() }
    }

    /// The number of bytes that ``write(to:)`` writes.
    var byteCount: Int { 8 + 2 * digits.count }

    func write(to bytes: UnsafeMutableRawBufferPointer) {
      func store(_ value: Int16, at index: Int) {
        bytes.storeBytes(of: value.bigEndian, toByteOffset: index * 2, as: Int16.self)
      }
      store(Int16(truncatingIfNeeded: digits.count), at: 0)
      store(Int16(truncatingIfNeeded: weight), at: 1)
      store(isNegative ? Int16(bitPattern: Self.negative) : 0, at: 2)
      store(Int16(truncatingIfNeeded: scale), at: 3)
      for (index, digit) in digits.enumerated() { store(digit, at: 4 + index) }
    }

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
