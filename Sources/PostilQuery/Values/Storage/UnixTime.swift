#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A column of dates stored as a whole number of units since the start of 1970.
///
/// Fractions of a unit are rounded down, as in `unixepoch()` and POSIX's `time()`, so that no date is stored as a later
/// one. A date in a query is rounded down too where rows are equal to it: `==` finds the rows that were written with the same date.
/// `<`, `<=`, `>` and `>=` don't round: they find the rows for which Swift's comparison of the date that is read is true. The
/// statement throws ``ColumnEncodingError`` for a date that is 1,000,000,000,000 seconds or more away from the start of 2001.
public protocol _UnixDate: ColumnValue where Plain == Date {
  /// The number of units per second.
  static var unitsPerSecond: Int64 { get }
  /// The plural name of the unit.
  static var units: String { get }
}

extension _UnixDate {
  /// Reads an INTEGER.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else, or a number out of range.
  @inlinable
  public static func _read(from row: inout some RowReader) throws -> Self {
    guard let date = UnixTime.date(try row.readInt64(), perSecond: unitsPerSecond) else {
      throw row.decodingError(Date.self, reason: UnixTime.form(units))
    }
    return Self(_plain: date)
  }

  /// Binds an INTEGER.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    guard let count = UnixTime.count(of: _plain, perSecond: Self.unitsPerSecond) else {
      return binder.fail(UnixTime.outOfRange)
    }
    binder.bind(count)
  }

  /// The integer as a binding. A date out of range is rejected when a statement binds it.
  @inlinable
  public var _boundValue: BoundValue {
    UnixTime.count(of: _plain, perSecond: Self.unitsPerSecond).map { .integer($0) } ?? .unstorable(UnixTime.outOfRange)
  }

  /// The whole units before and after a date with a fraction of one.
  @inlinable
  public static func _neighbors(of plain: Date) -> (before: BoundValue, after: BoundValue)? {
    guard let count = UnixTime.count(of: plain, perSecond: unitsPerSecond),
      UnixTime.date(count, perSecond: unitsPerSecond) != plain
    else { return nil }
    return (.integer(count), .integer(count + 1))
  }
}

/// A column of dates stored as whole seconds since the start of 1970, as returned by SQLite's `unixepoch()`.
@frozen
public struct UnixSeconds: _UnixDate {
  /// The date.
  public var _plain: Date

  /// Creates the stored form of a date.
  @inlinable
  public init(_plain plain: Date) { self._plain = plain }

  /// One.
  @inlinable
  public static var unitsPerSecond: Int64 { 1 }

  /// The plural name of the unit.
  @inlinable
  public static var units: String { "seconds" }
}

/// A column of dates stored as whole milliseconds since the start of 1970, as in JavaScript and Java.
///
/// A date with whole milliseconds is read back unchanged.
@frozen
public struct UnixMilliseconds: _UnixDate {
  /// The date.
  public var _plain: Date

  /// Creates the stored form of a date.
  @inlinable
  public init(_plain plain: Date) { self._plain = plain }

  /// A thousand.
  @inlinable
  public static var unitsPerSecond: Int64 { 1000 }

  /// The plural name of the unit.
  @inlinable
  public static var units: String { "milliseconds" }
}

/// Converts dates to integers since the start of 1970.
@usableFromInline
enum UnixTime {
  /// The maximum distance of a date from the start of 2001, in seconds.
  private static let limit = 1e12

  /// The number of whole units from the start of 1970 to the date, rounded down; `nil` if it is out of range.
  @usableFromInline
  static func count(of date: Date, perSecond: Int64) -> Int64? {
    let interval = date.timeIntervalSinceReferenceDate
    // This is also false for NaN.
    guard abs(interval) < limit else { return nil }
    var count = Int64((interval * Double(perSecond)).rounded(.down))
    // The product may have been rounded past the next unit.
    if self.interval(count + 1, perSecond: perSecond) <= interval { count += 1 }
    if self.interval(count, perSecond: perSecond) > interval { count -= 1 }
    return count + Instant.referenceDate * perSecond
  }

  /// The date this many units after the start of 1970; `nil` if it is out of range.
  @usableFromInline
  static func date(_ count: Int64, perSecond: Int64) -> Date? {
    let (count, overflowed) = count.subtractingReportingOverflow(Instant.referenceDate * perSecond)
    guard !overflowed, abs(Double(count)) < limit * Double(perSecond) else { return nil }
    return Date(timeIntervalSinceReferenceDate: interval(count, perSecond: perSecond))
  }

  /// The interval as a `Date` stores it: the number of seconds nearest to a whole count.
  private static func interval(_ count: Int64, perSecond: Int64) -> Double { Double(count) / Double(perSecond) }

  @usableFromInline
  static func form(_ unit: String) -> String {
    "it must be \(unit) since 1970, of a date less than 1,000,000,000,000 seconds from 2001"
  }

  @usableFromInline
  static var outOfRange: ColumnEncodingError {
    ColumnEncodingError(type: "Date", reason: "it is 1,000,000,000,000 seconds or more away from the start of 2001")
  }
}
