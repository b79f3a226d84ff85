extension Duration: ColumnValue {
  /// Reads an INTEGER of nanoseconds.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else.
  @inlinable
  public static func _read(from row: inout some RowReader) throws -> Duration { .nanoseconds(try row.readInt64()) }

  /// Binds an INTEGER of nanoseconds, rounded. A `Duration` counts attoseconds, but no clock is that precise.
  ///
  /// The statement throws ``ColumnEncodingError`` for a duration of more than 292 years, which doesn't fit in 64 bits.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    guard let nanoseconds = Nanoseconds.count(self) else { return binder.fail(Nanoseconds.outOfRange) }
    binder.bind(nanoseconds)
  }

  /// The nanoseconds as a binding. A duration of more than 292 years is rejected when a statement binds it.
  @inlinable
  public var _boundValue: BoundValue {
    Nanoseconds.count(self).map { .integer($0) } ?? .unstorable(Nanoseconds.outOfRange)
  }

  /// The nanoseconds before and after a finer duration.
  public static func _neighbors(of plain: Duration) -> (before: BoundValue, after: BoundValue)? {
    guard let count = Nanoseconds.count(plain), plain != .nanoseconds(count) else { return nil }
    let isBefore = Duration.nanoseconds(count) < plain
    return (.integer(isBefore ? count : count - 1), .integer(isBefore ? count + 1 : count))
  }
}

/// Converts durations to integers.
@usableFromInline
enum Nanoseconds {
  private static let range = Duration.seconds(-10_000_000_000)...(.seconds(10_000_000_000))

  /// The duration in nanoseconds, rounded with halves away from zero; `nil` if it is out of range.
  @usableFromInline
  static func count(_ duration: Duration) -> Int64? {
    // 'components' traps far outside of this range, and 'attoseconds', an 'Int128', requires macOS 15 and iOS 18.
    guard range ~= duration else { return nil }
    let (seconds, attoseconds) = duration.components
    let (quotient, remainder) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let nanoseconds = quotient + (remainder >= 500_000_000 ? 1 : remainder <= -500_000_000 ? -1 : 0)
    // Both parts have the same sign.
    let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carries) = product.addingReportingOverflow(nanoseconds)
    return overflows || carries ? nil : sum
  }

  @usableFromInline
  static var outOfRange: ColumnEncodingError {
    ColumnEncodingError(type: "Duration", reason: "its nanoseconds don't fit in 64 bits; the limit is about 292 years")
  }
}
