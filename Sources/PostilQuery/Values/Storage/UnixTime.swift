#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A column of dates that holds a whole number of units since the beginning of 1970.
///
/// What is finer than a unit is rounded down, as `unixepoch()` and POSIX's `time()` do, so that no date is stored as a later one.
/// A date that a query compares with is rounded down too: `==` finds the rows that were written with it, and ranges that
/// adjoin share no row and lose none, to the unit.
/// The statement throws ``ColumnEncodingError`` for a date 1,000,000,000,000 seconds or further from the beginning of 2001.
public protocol _UnixDate: ColumnValue where Plain == Date {
  /// How many units a second has.
  static var unitsPerSecond: Int64 { get }
  /// The name of several units.
  static var units: String { get }
}

extension _UnixDate {
  /// Reads an INTEGER.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else, or too many units.
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

  /// The integer as a binding. A date out of range is refused when a statement binds it.
  @inlinable
  public var _boundValue: BoundValue {
    UnixTime.count(of: _plain, perSecond: Self.unitsPerSecond).map { .integer($0) } ?? .unstorable(UnixTime.outOfRange)
  }
}

/// A column of dates that holds whole seconds since the beginning of 1970: what SQLite's `unixepoch()` returns.
@frozen
public struct UnixSeconds: _UnixDate {
  /// The date.
  public var _plain: Date

  /// The stored form of a date.
  @inlinable
  public init(_plain plain: Date) { self._plain = plain }

  /// One.
  @inlinable
  public static var unitsPerSecond: Int64 { 1 }

  /// The name of several units.
  @inlinable
  public static var units: String { "seconds" }
}

/// A column of dates that holds whole milliseconds since the beginning of 1970, as JavaScript and Java count them.
///
/// A date of whole milliseconds comes back identical.
@frozen
public struct UnixMilliseconds: _UnixDate {
  /// The date.
  public var _plain: Date

  /// The stored form of a date.
  @inlinable
  public init(_plain plain: Date) { self._plain = plain }

  /// A thousand.
  @inlinable
  public static var unitsPerSecond: Int64 { 1000 }

  /// The name of several units.
  @inlinable
  public static var units: String { "milliseconds" }
}

/// Dates as integers that count from the beginning of 1970.
@usableFromInline
enum UnixTime {
  /// How many seconds from the beginning of 2001 a date must be nearer than.
  private static let limit = 1e12

  /// The number of these units from the beginning of 1970 to the date: the most that are not later than the date itself,
  /// `nil` out of range.
  @usableFromInline
  static func count(of date: Date, perSecond: Int64) -> Int64? {
    let interval = date.timeIntervalSinceReferenceDate
    // A NaN is not less.
    guard abs(interval) < limit else { return nil }
    var count = Int64((interval * Double(perSecond)).rounded(.down))
    // The product may have been rounded to the other side of a unit.
    if self.interval(count + 1, perSecond: perSecond) <= interval { count += 1 }
    if self.interval(count, perSecond: perSecond) > interval { count -= 1 }
    return count + Instant.referenceDate * perSecond
  }

  /// The date this many units after the beginning of 1970, `nil` if out of range.
  @usableFromInline
  static func date(_ count: Int64, perSecond: Int64) -> Date? {
    let (count, overflowed) = count.subtractingReportingOverflow(Instant.referenceDate * perSecond)
    guard !overflowed, abs(Double(count)) < limit * Double(perSecond) else { return nil }
    return Date(timeIntervalSinceReferenceDate: interval(count, perSecond: perSecond))
  }

  /// Seconds as a `Date` has them: of a whole count the nearest that there are.
  private static func interval(_ count: Int64, perSecond: Int64) -> Double { Double(count) / Double(perSecond) }

  @usableFromInline
  static func form(_ unit: String) -> String {
    "it must be \(unit) since 1970, of a date less than 1,000,000,000,000 seconds from 2001"
  }

  @usableFromInline
  static var outOfRange: ColumnEncodingError {
    ColumnEncodingError(type: "Date", reason: "it is 1,000,000,000,000 seconds or further from the beginning of 2001")
  }
}
