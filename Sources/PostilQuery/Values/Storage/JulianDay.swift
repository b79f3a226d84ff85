#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A column of dates that holds Julian days: days since noon in Greenwich on 24 November 4714 BC, as SQLite's `julianday()`
/// returns them.
///
/// A Julian day of our time is exact to some 40 microseconds, so a date is stored and read to the nearest ten thousandth of a
/// second: one of whole milliseconds comes back identical, and is the very number that `julianday()` makes of it.
/// The statement throws ``ColumnEncodingError`` for a date outside the years 0 to 9999, SQLite's own range.
@frozen
public struct JulianDay: ColumnValue {
  /// The date.
  public var _plain: Date

  /// The stored form of a date.
  @inlinable
  public init(_plain plain: Date) { self._plain = plain }

  /// Reads a REAL or an INTEGER.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else, or a day outside the years 0 to 9999.
  @inlinable
  public static func _read(from row: inout some RowReader) throws -> Self {
    guard let date = JulianDays.date(try row.readDouble()) else {
      throw row.decodingError(
        Date.self, reason: "it must be a Julian day of the years 0 to 9999, from 1721059.5 up to 5373484.5")
    }
    return Self(_plain: date)
  }

  /// Binds a REAL.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    guard let days = JulianDays.days(of: _plain) else { return binder.fail(ColumnEncodingError.dateOutOfRange) }
    binder.bind(days)
  }

  /// The number as a binding. A date outside the years 0 to 9999 is refused when a statement binds it.
  @inlinable
  public var _boundValue: BoundValue {
    JulianDays.days(of: _plain).map { .real($0) } ?? .unstorable(.dateOutOfRange)
  }
}

/// Dates as Julian days.
@usableFromInline
enum JulianDays {
  /// Ten thousandths of a second: the finest decimal unit that Julian days up to the year 9999 can represent.
  private static let ticksPerDay: Int64 = 864_000_000
  private static let ticksPerSecond = 10_000.0
  /// The beginning of 2001, day 2451910.5, where a `Date` counts from.
  private static let referenceDate = 2_451_910 * ticksPerDay + ticksPerDay / 2
  /// The years 0 to 9999.
  private static let range =
    (1_721_059 * ticksPerDay + ticksPerDay / 2)..<(5_373_484 * ticksPerDay + ticksPerDay / 2)

  /// The Julian day, `nil` out of range.
  @usableFromInline
  static func days(of date: Date) -> Double? {
    let interval = date.timeIntervalSinceReferenceDate
    // A NaN is not less.
    guard abs(interval) < 1e12 else { return nil }
    let ticks = Int64((interval * ticksPerSecond).rounded()) + referenceDate
    // One division of two exact numbers, as SQLite does it, gives the number that SQLite has.
    return range.contains(ticks) ? Double(ticks) / Double(ticksPerDay) : nil
  }

  /// The date of a Julian day, `nil` out of range.
  @usableFromInline
  static func date(_ days: Double) -> Date? {
    // A NaN is not less.
    guard abs(days) < 1e7 else { return nil }
    let day = days.rounded(.down)
    let ticks = Int64(day) * ticksPerDay + Int64(((days - day) * Double(ticksPerDay)).rounded())
    guard range.contains(ticks) else { return nil }
    return Date(timeIntervalSinceReferenceDate: Double(ticks - referenceDate) / ticksPerSecond)
  }
}
