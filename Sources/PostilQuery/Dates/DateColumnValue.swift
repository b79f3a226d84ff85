#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A column value that has a day in the calendar: a ``CalendarDay``, or a ``DateColumnValue``.
public protocol _CalendarColumnValue: ColumnValue where Unwrapped == Self {
  /// How the column holds it.
  static var _calendarForm: _CalendarForm { get }
}

/// How a column holds a day, or a point in time.
public enum _CalendarForm: Hashable, Sendable {
  /// A day without a time: `2026-11-21`.
  case day
  /// A point in time.
  case time(_DatabaseClock)
}

/// A column value that is a point in time, in any of its stored forms: `Date`, ``UnixSeconds``, ``UnixMilliseconds``,
/// ``JulianDay``, ``ReferenceDate``.
///
/// What is computed of one stays in its form, so that it compares with the column and with Swift's dates. Days, months and hours
/// are those of UTC in the Gregorian calendar, which is extended to the years before it was made; dates are those of the years 0
/// to 9999, SQLite's own range: of others SQLite has `NULL`, and a row that is read throws ``ColumnDecodingError``.
public protocol DateColumnValue: _CalendarColumnValue where Plain == Date {
  /// How the column holds it.
  static var _clock: _DatabaseClock { get }
}

extension DateColumnValue {
  /// How the column holds it.
  @inlinable
  public static var _calendarForm: _CalendarForm { .time(_clock) }
}

extension Date: _CalendarColumnValue, DateColumnValue {
  /// A text in UTC.
  @inlinable
  public static var _clock: _DatabaseClock { .text }
}

extension UnixSeconds: _CalendarColumnValue, DateColumnValue {
  /// Seconds since 1970.
  @inlinable
  public static var _clock: _DatabaseClock { .unixSeconds }
}

extension UnixMilliseconds: _CalendarColumnValue, DateColumnValue {
  /// Milliseconds since 1970.
  @inlinable
  public static var _clock: _DatabaseClock { .unixMilliseconds }
}

extension JulianDay: _CalendarColumnValue, DateColumnValue {
  /// A Julian day.
  @inlinable
  public static var _clock: _DatabaseClock { .julianDay }
}

extension ReferenceDate: _CalendarColumnValue, DateColumnValue {
  /// Seconds since the beginning of 2001.
  @inlinable
  public static var _clock: _DatabaseClock { .referenceDate }
}

extension CalendarDay: _CalendarColumnValue {
  /// A day without a time.
  @inlinable
  public static var _calendarForm: _CalendarForm { .day }
}
