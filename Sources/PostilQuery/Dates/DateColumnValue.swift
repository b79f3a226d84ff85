#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A column value with a calendar day: a ``CalendarDay`` or a ``DateColumnValue``.
public protocol _CalendarColumnValue: ColumnValue where Unwrapped == Self {
  /// The stored form.
  static var _calendarForm: _CalendarForm { get }
}

/// The form in which a column stores a day or a point in time.
public enum _CalendarForm: Hashable, Sendable {
  /// A day without a time: `2026-11-21`.
  case day
  /// A point in time.
  case time(_DatabaseClock)
}

/// A column value that is a point in time, in any stored form: `Date`, ``ISO8601Milliseconds``,
/// ``UnixSeconds``, ``UnixMilliseconds``, ``JulianDay``, ``ReferenceDate``.
///
/// Computed values have the form of the column, so they can be compared with it and with Swift's dates. Days, months
/// and hours are in UTC and in the proleptic Gregorian calendar. SQLite supports the years 0 to 9999; other dates are
/// `NULL` in computations, and reading one throws ``ColumnDecodingError``.
public protocol DateColumnValue: _CalendarColumnValue where Plain == Date {
  /// The stored form.
  static var _clock: _DatabaseClock { get }
}

extension DateColumnValue {
  /// The stored form.
  @inlinable
  public static var _calendarForm: _CalendarForm { .time(_clock) }
}

extension Date: _CalendarColumnValue, DateColumnValue {
  /// Text in UTC.
  @inlinable
  public static var _clock: _DatabaseClock { .text }
}

extension ISO8601Milliseconds: _CalendarColumnValue, DateColumnValue {
  /// Text in UTC with milliseconds.
  @inlinable
  public static var _clock: _DatabaseClock { .iso8601Milliseconds }
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
  /// Seconds since the start of 2001.
  @inlinable
  public static var _clock: _DatabaseClock { .referenceDate }
}

extension CalendarDay: _CalendarColumnValue {
  /// A day without a time.
  @inlinable
  public static var _calendarForm: _CalendarForm { .day }
}
