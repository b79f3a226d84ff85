extension DateText {
  /// Reads the form that ``write(_:to:)`` writes, which almost every date in a database has. It checks and converts eight
  /// characters at a time. It returns `nil` for any other text, which ``DateScanner`` reads character by character.
  static func writtenForm(_ text: UnsafeRawBufferPointer) -> Instant? {
    guard text.count >= 19, let date = Digits(text, at: 0, .yearAndMonth),
      let dayAndHour = Digits(text, at: 8, .dayAndHour), let time = Digits(text, at: 11, .time)
    else { return nil }
    let day = CivilDate(year: date.pair(0) * 100 + date.pair(2), month: date.pair(5), day: dayAndHour.pair(0))
    guard 1...12 ~= day.month, 1...day.lengthOfMonth ~= day.day, time.pair(0) < 24, time.pair(3) < 60,
      time.pair(6) < 60, let nanoseconds = nanoseconds(text)
    else { return nil }
    let second = time.pair(0) * 3600 + time.pair(3) * 60 + time.pair(6)
    return Instant(seconds: day.daysSince1970 * 86_400 + second, nanoseconds: nanoseconds)
  }

  /// The fraction after the seconds; 0 if there is none.
  private static func nanoseconds(_ text: UnsafeRawBufferPointer) -> Int64? {
    guard text.count > 19 else { return 0 }
    guard text[19] == Character.point, 21...maximumLength ~= text.count else { return nil }
    var nanoseconds: Int64 = 0
    var unit: Int64 = 100_000_000
    for position in 20..<text.count {
      let digit = text[position] &- Character.zero
      guard digit <= 9 else { return nil }
      nanoseconds += Int64(digit) * unit
      unit /= 10
    }
    return nanoseconds
  }

  /// Eight characters, digits and separators, with the values of the digits in pairs.
  private struct Digits {
    /// The required form of the eight characters.
    struct Form {
      /// The characters if all digits are 0, with the first one in the lowest byte.
      let zeros: UInt64
      /// Added to each byte, this sets the byte's highest bit if its value is more than 9, or for a separator more than 0.
      let excess: UInt64

      /// `YYYY-MM-`
      static let yearAndMonth = Form(zeros: 0x2D30_302D_3030_3030, excess: 0x7F76_767F_7676_7676)
      /// `DD HH:MM`
      static let dayAndHour = Form(zeros: 0x3030_3A30_3020_3030, excess: 0x7676_7F76_767F_7676)
      /// `HH:MM:SS`
      static let time = Form(zeros: 0x3030_3A30_303A_3030, excess: 0x7676_7F76_767F_7676)
    }

    /// In each byte, ten times its digit plus the next digit, which is less than 100.
    private let pairs: UInt64

    /// `nil` if the characters have another form.
    init?(_ text: UnsafeRawBufferPointer, at offset: Int, _ form: Form) {
      // A digit's bits differ from those of "0" by its value; a separator's bits don't differ from its own.
      let values = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ form.zeros
      guard ((values &+ form.excess) | values) & 0x8080_8080_8080_8080 == 0 else { return nil }
      pairs = values &* 10 &+ values >> 8
    }

    /// The number formed by the two digits starting at `index`.
    func pair(_ index: UInt64) -> Int64 { Int64(truncatingIfNeeded: pairs >> (index &* 8) & 0xFF) }
  }
}
