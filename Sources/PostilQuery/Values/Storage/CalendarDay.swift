#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A column of days without a time, as TEXT such as `2026-11-21`. It is for days that are the same in every time zone,
/// such as a birthday or a due day.
///
/// The property is a `DateComponents` of `year`, `month` and `day` in the proleptic Gregorian calendar, from year 0 to
/// 9999. The text sorts like the days and is the format of SQLite's `date()`. The statement throws
/// ``ColumnEncodingError`` for a value that lacks a year, month or day, that isn't a day of the calendar, or that has
/// other components set (an hour, a calendar, a time zone), which would be lost. `isLeapMonth` may be `false`.
@frozen
public struct CalendarDay: ColumnValue {
  /// The day.
  public var _plain: DateComponents

  /// Creates the stored form of a day.
  @inlinable
  public init(_plain plain: DateComponents) { self._plain = plain }

  /// Reads TEXT of ten characters.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else, or a day that doesn't exist.
  @inlinable
  public static func _read(from row: inout some RowReader) throws -> Self {
    guard let day = try row.readUTF8(of: DateComponents.self, DayText.components) else {
      throw row.decodingError(DateComponents.self, reason: "it must look like 2026-11-21")
    }
    return Self(_plain: day)
  }

  /// Binds TEXT of ten characters.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    do { binder.bind(try DayText.text(of: _plain)) } catch { binder.fail(error) }
  }

  /// The text as a binding. An invalid day is rejected when a statement binds it.
  @inlinable
  public var _boundValue: BoundValue {
    do { return .text(try DayText.text(of: _plain)) } catch { return .unstorable(error) }
  }
}

/// The textual form of a day: `2026-11-21`.
@usableFromInline
enum DayText {
  private static let length = 10

  /// The text of a day that consists only of its year, month and day.
  @usableFromInline
  static func text(of components: DateComponents) throws(ColumnEncodingError) -> String {
    guard let year = components.year, let month = components.month, let day = components.day else {
      throw refusal("a day must have a 'year', a 'month' and a 'day'")
    }
    guard 0...9999 ~= year, 1...12 ~= month, 1...31 ~= day else { throw refusal(noDay) }
    let date = CivilDate(year: Int64(year), month: Int64(month), day: Int64(day))
    guard date.day <= date.lengthOfMonth else { throw refusal(noDay) }
    var rest = components
    (rest.year, rest.month, rest.day) = (nil, nil, nil)
    if rest.isLeapMonth == false { rest.isLeapMonth = nil }
    guard rest == DateComponents() else {
      throw refusal("a day has nothing but a 'year', a 'month' and a 'day'; what else is set here would be lost")
    }
    return withUnsafeTemporaryAllocation(byteCount: length, alignment: 1) { buffer in
      DateText.write(date, to: buffer)
      return String(decoding: buffer, as: UTF8.self)
    }
  }

  /// The day that `text` represents; `nil` for any other text.
  @usableFromInline
  static func components(_ text: UnsafeRawBufferPointer) -> DateComponents? {
    guard text.count == length else { return nil }
    var scanner = DateScanner(text)
    guard let date = scanner.day() else { return nil }
    return DateComponents(year: Int(date.year), month: Int(date.month), day: Int(date.day))
  }

  private static let noDay = "it isn't a day of the Gregorian calendar, or is outside the years 0 to 9999"

  private static func refusal(_ reason: String) -> ColumnEncodingError {
    ColumnEncodingError(type: "DateComponents", reason: reason)
  }
}
