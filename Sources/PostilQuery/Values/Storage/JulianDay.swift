#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A column of dates stored as Julian days: days since noon in Greenwich on November 24, 4714 BC, as returned by
/// SQLite's `julianday()`.
///
/// In our time, a Julian day is exact to about 40 microseconds, so dates are rounded to ten-thousandths of a second. A
/// date with whole milliseconds is read back unchanged, and is stored as exactly the number that `julianday()` returns
/// for it. The statement throws ``ColumnEncodingError`` for a date outside the years 0 to 9999, SQLite's own range.
@frozen
public struct JulianDay: ColumnValue {
  /// The date.
  public var _plain: Date

  /// Creates the stored form of a date.
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

  /// The number as a binding. A date outside the years 0 to 9999 is rejected when a statement binds it.
  @inlinable
  public var _boundValue: BoundValue {
    JulianDays.days(of: _plain).map { .real($0) } ?? .unstorable(.dateOutOfRange)
  }

  /// The ten-thousandths of a second before and after a finer date.
  @inlinable
  public static func _neighbors(of plain: Date) -> (before: BoundValue, after: BoundValue)? {
    JulianDays.neighbors(of: plain)
  }
}

/// Converts dates to Julian days.
@usableFromInline
enum JulianDays {
  /// Ten-thousandths of a second: the finest decimal unit that Julian days can represent up to the year 9999.
  private static let ticksPerDay: Int64 = 864_000_000
  private static let ticksPerSecond = 10_000.0
  /// The start of 2001, day 2451910.5, the reference date of `Date`.
  private static let referenceDate = 2_451_910 * ticksPerDay + ticksPerDay / 2
  /// The years 0 to 9999.
  private static let range =
    (1_721_059 * ticksPerDay + ticksPerDay / 2)..<(5_373_484 * ticksPerDay + ticksPerDay / 2)

  /// The Julian day; `nil` if it is out of range.
  @usableFromInline
  static func days(of date: Date) -> Double? { ticks(of: date).flatMap(days) }

  /// The Julian days before and after a date that isn't a whole number of ticks.
  @usableFromInline
  static func neighbors(of date: Date) -> (before: BoundValue, after: BoundValue)? {
    guard let ticks = ticks(of: date), let nearest = days(ticks).flatMap(Self.date), nearest != date,
      let before = days(nearest < date ? ticks : ticks - 1), let after = days(nearest < date ? ticks + 1 : ticks)
    else { return nil }
    return (.real(before), .real(after))
  }

  private static func ticks(of date: Date) -> Int64? {
    let interval = date.timeIntervalSinceReferenceDate
    // This is also false for NaN.
    return abs(interval) < 1e12 ? Int64((interval * ticksPerSecond).rounded()) + referenceDate : nil
  }

  private static func days(_ ticks: Int64) -> Double? {
    // Like SQLite, this divides two exact numbers once, so that the result is the same as SQLite's.
    range.contains(ticks) ? Double(ticks) / Double(ticksPerDay) : nil
  }

  /// The date of a Julian day; `nil` if it is out of range.
  @usableFromInline
  static func date(_ days: Double) -> Date? {
    // This is also false for NaN.
    guard abs(days) < 1e7 else { return nil }
    let day = days.rounded(.down)
    let ticks = Int64(day) * ticksPerDay + Int64(((days - day) * Double(ticksPerDay)).rounded())
    guard range.contains(ticks) else { return nil }
    return Date(timeIntervalSinceReferenceDate: Double(ticks - referenceDate) / ticksPerSecond)
  }
}
