import Foundation

/// The date format of Postil's columns, `YYYY-MM-DD HH:MM:SS[.fraction]` in UTC, for the contenders that bring none.
///
/// Hand-written on both ways, so that no case measures Foundation's date formatters instead of the database. The fraction
/// is written with milliseconds where there is one.
package enum TimestampText {
  /// Writes `date` into a buffer on the stack, and hands it to `body`.
  @inlinable
  package static func withUTF8<Result>(
    of date: Date, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
    let (days, inDay) = milliseconds.quotientAndFloor(dividingBy: 86_400_000)
    let (year, month, day) = civil(fromDays: days)
    return try withUnsafeTemporaryAllocation(byteCount: 24, alignment: 1) { buffer in
      put(year, digits: 4, at: 0, in: buffer)
      buffer[4] = UInt8(ascii: "-")
      put(month, digits: 2, at: 5, in: buffer)
      buffer[7] = UInt8(ascii: "-")
      put(day, digits: 2, at: 8, in: buffer)
      buffer[10] = UInt8(ascii: " ")
      put(inDay / 3_600_000, digits: 2, at: 11, in: buffer)
      buffer[13] = UInt8(ascii: ":")
      put(inDay / 60_000 % 60, digits: 2, at: 14, in: buffer)
      buffer[16] = UInt8(ascii: ":")
      put(inDay / 1000 % 60, digits: 2, at: 17, in: buffer)
      let fraction = inDay % 1000
      if fraction != 0 {
        buffer[19] = UInt8(ascii: ".")
        put(fraction, digits: 3, at: 20, in: buffer)
      }
      return try body(UnsafeRawBufferPointer(rebasing: buffer[..<(fraction == 0 ? 19 : 23)]))
    }
  }

  /// Reads what ``withUTF8(of:_:)`` wrote; `nil` for any other text.
  @inlinable
  package static func date(from text: UnsafeRawBufferPointer) -> Date? {
    guard text.count >= 19, text[4] == UInt8(ascii: "-"), text[10] == UInt8(ascii: " "), text[13] == UInt8(ascii: ":")
    else { return nil }
    var valid = true
    let year = number(text, 0..<4, &valid)
    let month = number(text, 5..<7, &valid)
    let day = number(text, 8..<10, &valid)
    let hour = number(text, 11..<13, &valid)
    let minute = number(text, 14..<16, &valid)
    let second = number(text, 17..<19, &valid)
    let fraction = text.count == 23 ? Double(number(text, 20..<23, &valid)) / 1000 : 0
    guard valid, 1...12 ~= month, 1...31 ~= day else { return nil }
    let seconds = days(fromCivil: year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }

  @inlinable
  static func put(_ value: Int64, digits: Int, at start: Int, in buffer: UnsafeMutableRawBufferPointer) {
    var rest = value
    for index in stride(from: start + digits - 1, through: start, by: -1) {
      buffer[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  @inlinable
  static func number(_ text: UnsafeRawBufferPointer, _ range: Range<Int>, _ valid: inout Bool) -> Int64 {
    var value: Int64 = 0
    for index in range {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit > 9 { valid = false }
      value = value &* 10 &+ Int64(digit)
    }
    return value
  }

  /// Days since 1970-01-01 as a date of the Gregorian calendar.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
  @inlinable
  static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (days + 719_468).quotientAndFloor(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// The way back: `days_from_civil` of the same source.
  @inlinable
  static func days(fromCivil year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).quotientAndFloor(dividingBy: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension Int64 {
  /// The quotient rounded towards minus infinity, and the remainder that is never negative.
  @inlinable
  func quotientAndFloor(dividingBy divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
