#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Date: ColumnValue {
  /// Reads TEXT such as `2026-11-21 08:30:00`: the time in UTC, with up to nine digits of an optional fraction.
  ///
  /// It accepts everything that SQLite's own date functions accept: `T` between date and time, `Z` or `+02:00` at the
  /// end, and missing seconds or a missing time. Source: SQLite, "Date And Time Functions", section 2.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else.
  @inlinable
  public static func _read(from row: inout some RowReader) throws -> Date {
    if let time = row._readTime() { return Date(timeIntervalSinceReferenceDate: time) }
    guard let instant = try row.readUTF8(of: Date.self, DateText.instant) else {
      throw row.decodingError(Date.self, reason: "it must look like 2026-11-21 08:30:00")
    }
    return Date(timeIntervalSinceReferenceDate: instant.timeInterval)
  }

  /// Binds TEXT in UTC, such as `2026-11-21 08:30:00` or, with a fraction, `2026-11-21 08:30:00.25`.
  ///
  /// For whole seconds, it is equal to the result of `datetime()`. The text sorts like the dates and is exact to the nanosecond.
  /// More than 98 days from the start of 2001, that is finer than a `Date`, so these dates are read back unchanged. The statement
  /// throws ``ColumnEncodingError`` for a date outside the years 0 to 9999, SQLite's own range.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    if binder._bindTime(timeIntervalSinceReferenceDate) { return }
    guard let instant = Instant(timeInterval: timeIntervalSinceReferenceDate) else {
      return binder.fail(ColumnEncodingError.dateOutOfRange)
    }
    withUnsafeTemporaryAllocation(byteCount: DateText.maximumLength, alignment: 1) { buffer in
      let count = DateText.write(instant, to: buffer)
      binder.bindUTF8(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// The text as a binding. A date outside the years 0 to 9999 is rejected when a statement binds it.
  public var _boundValue: BoundValue {
    Instant(timeInterval: timeIntervalSinceReferenceDate).map { .text($0.text) } ?? .unstorable(.dateOutOfRange)
  }

  /// The nanoseconds before and after a date that isn't a whole number of them, as some within 98 days of the start of 2001.
  public static func _neighbors(of plain: Date) -> (before: BoundValue, after: BoundValue)? {
    let interval = plain.timeIntervalSinceReferenceDate
    guard abs(interval) < 1e8, let nearest = Instant(timeInterval: interval), nearest.timeInterval != interval else {
      return nil
    }
    let isBefore = nearest.timeInterval < interval
    return (
      .text((isBefore ? nearest : nearest.advanced(by: -1)).text),
      .text((isBefore ? nearest.advanced(by: 1) : nearest).text)
    )
  }
}

/// A point in time with nanoseconds, within the years 0 to 9999.
@usableFromInline
package struct Instant: Equatable {
  /// Whole seconds since the start of 1970, rounded down.
  package var seconds: Int64
  /// 0 to 999,999,999.
  package var nanoseconds: Int64

  /// The start of the years 0 and 10000, in seconds since 1970.
  package static let range: Range<Int64> = -62_167_219_200..<253_402_300_800
  /// The start of 2001, the reference date of `Date`, in seconds since 1970.
  static let referenceDate: Int64 = 978_307_200

  package init(seconds: Int64, nanoseconds: Int64) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// The nanosecond nearest to a number of seconds since the start of 2001; `nil` if it is out of range. If the nearest
  /// millisecond is the same number, it is used, so that a time written by SQLite's clock is written in the same way.
  @usableFromInline
  package init?(timeInterval: Double) {
    guard timeInterval.isFinite, abs(timeInterval) < 1e12 else { return nil }
    let whole = timeInterval.rounded(.down)
    nanoseconds = Int64(((timeInterval - whole) * 1e9).rounded())
    seconds = Int64(whole) + Self.referenceDate
    if nanoseconds == 1_000_000_000 {
      nanoseconds = 0
      seconds += 1
    }
    guard Self.range.contains(seconds) else { return nil }
    let rounded = (nanoseconds + 500_000) / 1_000_000 * 1_000_000
    if rounded != nanoseconds, rounded < 1_000_000_000,
      Instant(seconds: seconds, nanoseconds: rounded).timeInterval == timeInterval
    {
      nanoseconds = rounded
    }
  }

  /// Seconds since the start of 2001.
  @usableFromInline
  var timeInterval: Double { Double(seconds - Self.referenceDate) + Double(nanoseconds) / 1e9 }

  /// The instant this many nanoseconds later, at most a second.
  func advanced(by nanoseconds: Int64) -> Instant {
    let (seconds, rest) = (self.nanoseconds + nanoseconds).flooredDivision(by: 1_000_000_000)
    return Instant(seconds: self.seconds + seconds, nanoseconds: rest)
  }

  /// The textual form.
  var text: String {
    withUnsafeTemporaryAllocation(byteCount: DateText.maximumLength, alignment: 1) { buffer in
      let count = DateText.write(self, to: buffer)
      return String(decoding: buffer[..<count], as: UTF8.self)
    }
  }
}
