/// Reads the textual forms of a date that SQLite's own functions accept, except `now`, times without a date and Julian days.
struct DateScanner {
  private let text: UnsafeRawBufferPointer
  private var position = 0

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// The instant that the whole text represents; `nil` for any other text.
  mutating func instant() -> Instant? {
    guard let date = day() else { return nil }
    var instant = Instant(seconds: date.daysSince1970 * 86_400, nanoseconds: 0)
    guard position < text.count else { return instant }
    guard skip(DateText.Character.space) || skip(DateText.Character.t), addTime(to: &instant), addZone(to: &instant),
      position == text.count, Instant.range.contains(instant.seconds)
    else { return nil }
    return instant
  }

  /// Reads `YYYY-MM-DD`, which must be an existing day.
  mutating func day() -> CivilDate? {
    guard let year = number(digits: 4, in: 0...9999), skip(DateText.Character.hyphen),
      let month = number(digits: 2, in: 1...12), skip(DateText.Character.hyphen),
      let day = number(digits: 2, in: 1...31)
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    return day <= date.lengthOfMonth ? date : nil
  }

  /// Reads `HH:MM`, `HH:MM:SS` or `HH:MM:SS.SSS…`. Digits after the ninth are dropped.
  private mutating func addTime(to instant: inout Instant) -> Bool {
    guard let hour = number(digits: 2, in: 0...23), skip(DateText.Character.colon),
      let minute = number(digits: 2, in: 0...59)
    else { return false }
    instant.seconds += hour * 3600 + minute * 60
    guard skip(DateText.Character.colon) else { return true }
    guard let second = number(digits: 2, in: 0...59) else { return false }
    instant.seconds += second
    guard skip(DateText.Character.point) else { return true }
    var unit: Int64 = 100_000_000
    var count = 0
    while let digit = number(digits: 1, in: 0...9) {
      instant.nanoseconds += digit * unit
      unit /= 10
      count += 1
    }
    return count > 0
  }

  /// Reads nothing, `Z`, `+HH:MM` or `-HH:MM`, with optional spaces before it.
  private mutating func addZone(to instant: inout Instant) -> Bool {
    while skip(DateText.Character.space) {}
    if position == text.count || skip(DateText.Character.z) { return true }
    let sign: Int64 = skip(DateText.Character.hyphen) ? 1 : -1
    guard sign == 1 || skip(DateText.Character.plus), let hour = number(digits: 2, in: 0...14),
      skip(DateText.Character.colon), let minute = number(digits: 2, in: 0...59)
    else { return false }
    instant.seconds += sign * (hour * 3600 + minute * 60)
    return true
  }

  private mutating func skip(_ character: UInt8) -> Bool {
    guard position < text.count else { return false }
    // The letters can be in lower case.
    let isLetter = character == DateText.Character.t || character == DateText.Character.z
    guard text[position] == character || isLetter && text[position] == character | 0x20 else { return false }
    position += 1
    return true
  }

  private mutating func number(digits: Int, in range: ClosedRange<Int64>) -> Int64? {
    guard position + digits <= text.count else { return nil }
    var value: Int64 = 0
    for index in position..<position + digits {
      guard (DateText.Character.zero...DateText.Character.zero + 9).contains(text[index]) else { return nil }
      value = value * 10 + Int64(text[index] - DateText.Character.zero)
    }
    guard range.contains(value) else { return nil }
    position += digits
    return value
  }
}
