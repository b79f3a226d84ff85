#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A column of dates stored as text with exactly three digits after the seconds: `2026-11-21 08:30:00.250`, as GRDB stores them.
///
/// Fractions of a millisecond are rounded down, in the same way as by ``UnixMilliseconds``. A date with whole milliseconds is read back
/// unchanged. The statement throws ``ColumnEncodingError`` for a date outside the years 0 to 9999, SQLite's own range.
@frozen
public struct ISO8601Milliseconds: ColumnValue {
  /// The date.
  public var _plain: Date

  /// Creates the stored form of a date.
  @inlinable
  public init(_plain plain: Date) { self._plain = plain }

  /// Reads TEXT in any form that `Date` reads.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else.
  @inlinable
  public static func _read(from row: inout some RowReader) throws -> Self { Self(_plain: try Date._read(from: &row)) }

  /// Binds TEXT in UTC.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    guard let instant = Instant(millisecondsOf: _plain) else {
      return binder.fail(ColumnEncodingError.dateOutOfRange)
    }
    if binder._bindTime(instant.timeInterval) { return }
    instant.withMilliseconds { binder.bindUTF8($0) }
  }

  /// The text as a binding. A date outside the years 0 to 9999 is rejected when a statement binds it.
  public var _boundValue: BoundValue {
    Instant(millisecondsOf: _plain).map { .text($0.textWithMilliseconds) } ?? .unstorable(.dateOutOfRange)
  }

  /// The whole milliseconds before and after a date with a fraction of one.
  public static func _neighbors(of plain: Date) -> (before: BoundValue, after: BoundValue)? {
    guard let before = Instant(millisecondsOf: plain), before.timeInterval != plain.timeIntervalSinceReferenceDate
    else { return nil }
    return (.text(before.textWithMilliseconds), .text(before.advanced(by: 1_000_000).textWithMilliseconds))
  }
}

extension Instant {
  /// The whole millisecond at or before a date; `nil` if it is out of range.
  @usableFromInline
  init?(millisecondsOf date: Date) {
    let interval = date.timeIntervalSinceReferenceDate
    guard var instant = Instant(timeInterval: interval) else { return nil }
    instant.nanoseconds -= instant.nanoseconds % 1_000_000
    // The nanosecond can be later than the date.
    self = instant.timeInterval > interval ? instant.advanced(by: -1_000_000) : instant
  }

  /// Calls `body` with the text that has three digits after the seconds. Other digits are dropped.
  @usableFromInline
  func withMilliseconds<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: DateText.maximumLength, alignment: 1) { buffer in
      let count = DateText.writeMilliseconds(self, to: buffer)
      return body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// The text with three digits after the seconds.
  package var textWithMilliseconds: String { withMilliseconds { String(decoding: $0, as: UTF8.self) } }
}
