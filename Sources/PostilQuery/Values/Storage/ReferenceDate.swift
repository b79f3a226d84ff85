#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A column of dates stored as seconds since the start of 2001 in UTC, as in Core Data and SwiftData.
///
/// The number is `timeIntervalSinceReferenceDate` itself, so every finite date is read back unchanged. The statement
/// throws ``ColumnEncodingError`` for a date that is infinite or NaN.
@frozen
public struct ReferenceDate: ColumnValue {
  /// The date.
  public var _plain: Date

  /// Creates the stored form of a date.
  @inlinable
  public init(_plain plain: Date) { self._plain = plain }

  /// Reads a REAL or an INTEGER.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else, or an infinite number.
  @inlinable
  public static func _read(from row: inout some RowReader) throws -> Self {
    let seconds = try row.readDouble()
    guard seconds.isFinite else {
      throw row.decodingError(Date.self, reason: "it must be a finite number of seconds since 2001")
    }
    return Self(_plain: Date(timeIntervalSinceReferenceDate: seconds))
  }

  /// Binds a REAL.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    let seconds = _plain.timeIntervalSinceReferenceDate
    guard seconds.isFinite else { return binder.fail(Self.notFinite) }
    binder.bind(seconds)
  }

  /// The number as a binding. A date that is infinite or NaN is rejected when a statement binds it.
  @inlinable
  public var _boundValue: BoundValue {
    let seconds = _plain.timeIntervalSinceReferenceDate
    return seconds.isFinite ? .real(seconds) : .unstorable(Self.notFinite)
  }

  @usableFromInline
  static var notFinite: ColumnEncodingError { ColumnEncodingError(type: "Date", reason: "it is infinite or NaN") }
}
