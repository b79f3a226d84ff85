/// The textual form of a date: `2026-11-21 08:30:00`, followed by `.25` if it has a fraction of a second.
@usableFromInline
package enum DateText {
  /// The length with a fraction of nine digits.
  @usableFromInline package static let maximumLength = 29

  /// Writes `instant` to `buffer`, which must have room for ``maximumLength`` bytes. Returns the number of bytes written.
  @usableFromInline
  package static func write(_ instant: Instant, to buffer: UnsafeMutableRawBufferPointer) -> Int {
    let (days, second) = instant.seconds.flooredDivision(by: 86_400)
    write(CivilDate(daysSince1970: days), to: buffer)
    buffer[10] = Character.space
    write(second / 3600, digits: 2, to: buffer, at: 11)
    buffer[13] = Character.colon
    write(second / 60 % 60, digits: 2, to: buffer, at: 14)
    buffer[16] = Character.colon
    write(second % 60, digits: 2, to: buffer, at: 17)
    guard instant.nanoseconds != 0 else { return 19 }
    buffer[19] = Character.point
    write(instant.nanoseconds, digits: 9, to: buffer, at: 20)
    var count = maximumLength
    while buffer[count - 1] == Character.zero { count -= 1 }
    return count
  }

  /// Writes `instant` with exactly three digits after the seconds. Returns the number of bytes written.
  package static func writeMilliseconds(_ instant: Instant, to buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = write(Instant(seconds: instant.seconds, nanoseconds: 0), to: buffer)
    buffer[count] = Character.point
    write(instant.nanoseconds / 1_000_000, digits: 3, to: buffer, at: count + 1)
    return count + 4
  }

  /// Writes the ten characters of a day, `2026-11-21`, to `buffer`, which must have room for them.
  static func write(_ date: CivilDate, to buffer: UnsafeMutableRawBufferPointer) {
    write(date.year, digits: 4, to: buffer, at: 0)
    buffer[4] = Character.hyphen
    write(date.month, digits: 2, to: buffer, at: 5)
    buffer[7] = Character.hyphen
    write(date.day, digits: 2, to: buffer, at: 8)
  }

  private static func write(_ value: Int64, digits: Int, to buffer: UnsafeMutableRawBufferPointer, at start: Int) {
    var value = value
    for position in stride(from: start + digits - 1, through: start, by: -1) {
      buffer[position] = Character.zero + UInt8(truncatingIfNeeded: value % 10)
      value /= 10
    }
  }

  /// The instant that `text` represents; `nil` for any other text.
  @usableFromInline
  package static func instant(_ text: UnsafeRawBufferPointer) -> Instant? {
    if let instant = writtenForm(text) { return instant }
    var scanner = DateScanner(text)
    return scanner.instant()
  }

  enum Character {
    static let zero: UInt8 = 0x30
    static let space: UInt8 = 0x20
    static let plus: UInt8 = 0x2B
    static let hyphen: UInt8 = 0x2D
    static let point: UInt8 = 0x2E
    static let colon: UInt8 = 0x3A
    static let t: UInt8 = 0x54
    static let z: UInt8 = 0x5A
  }
}

/// A date in the proleptic Gregorian calendar.
///
/// The arithmetic counts from March 1 of year 0, so that the leap day is the last day of a year. Source: Howard
/// Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil` and `civil_from_days`.
struct CivilDate {
  var year: Int64
  /// 1 to 12.
  var month: Int64
  /// 1 to 31.
  var day: Int64

  init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  init(daysSince1970: Int64) {
    let (era, dayOfEra) = (daysSince1970 + 719_468).flooredDivision(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  var daysSince1970: Int64 {
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).flooredDivision(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The number of days in the month.
  var lengthOfMonth: Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int64 {
  /// The quotient rounded down, and the remainder, which is never negative.
  func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
