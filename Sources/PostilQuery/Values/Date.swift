#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Date: ColumnValue {
  /// Reads a TEXT such as `2026-11-21 08:30:00`: the time in UTC, with up to nine digits of a fraction where there is one.
  ///
  /// Everything that SQLite's own date functions accept is accepted: `T` between date and time, `Z` or `+02:00` after them, no
  /// seconds, no time at all. Source: SQLite, "Date And Time Functions", section 2.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else.
  @inlinable
  public static func _read(from row: inout some RowReader) throws -> Date {
    guard let instant = try row.readUTF8(DateText.instant) else {
      throw row.decodingError(Date.self, reason: "it must look like 2026-11-21 08:30:00")
    }
    return Date(timeIntervalSinceReferenceDate: instant.timeInterval)
  }

  /// Binds a TEXT in UTC, such as `2026-11-21 08:30:00` or, where there is a fraction, `2026-11-21 08:30:00.25`.
  ///
  /// It is what `datetime()` returns for whole seconds, sorts as the dates do and is exact to the nanosecond, which is finer
  /// than a `Date` further than 98 days from the beginning of 2001: such a one comes back identical.
  /// The statement throws ``ColumnEncodingError`` for a date outside the years 0 to 9999, SQLite's own range.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    guard let instant = Instant(timeInterval: timeIntervalSinceReferenceDate) else {
      return binder.fail(ColumnEncodingError.dateOutOfRange)
    }
    withUnsafeTemporaryAllocation(byteCount: DateText.maximumLength, alignment: 1) { buffer in
      let count = DateText.write(instant, to: buffer)
      binder.bindUTF8(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// The text as a binding. A date outside the years 0 to 9999 is refused when a statement binds it.
  public var _boundValue: BoundValue {
    guard let instant = Instant(timeInterval: timeIntervalSinceReferenceDate) else {
      return .unstorable(.dateOutOfRange)
    }
    return withUnsafeTemporaryAllocation(byteCount: DateText.maximumLength, alignment: 1) { buffer in
      let count = DateText.write(instant, to: buffer)
      return .text(String(decoding: buffer[..<count], as: UTF8.self))
    }
  }
}

/// A point in time, to the nanosecond, within the years 0 to 9999.
@usableFromInline
struct Instant: Equatable {
  /// Whole seconds since the beginning of 1970, rounded down.
  var seconds: Int64
  /// 0 to 999,999,999.
  var nanoseconds: Int64

  /// The beginning of year 0 and of year 10000, in seconds since 1970.
  static let range: Range<Int64> = -62_167_219_200..<253_402_300_800
  /// The beginning of 2001, where a `Date` counts from, in seconds since 1970.
  static let referenceDate: Int64 = 978_307_200

  init(seconds: Int64, nanoseconds: Int64) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// The nanosecond nearest to a number of seconds since the beginning of 2001, `nil` out of range; the nearest millisecond
  /// where that is the same number, so that a time that SQLite's clock wrote is written as SQLite wrote it.
  @usableFromInline
  init?(timeInterval: Double) {
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

  /// Seconds since the beginning of 2001.
  @usableFromInline
  var timeInterval: Double { Double(seconds - Self.referenceDate) + Double(nanoseconds) / 1e9 }
}
