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
}

/// Converts durations to integers.
@usableFromInline
enum Nanoseconds {
  /// The duration in nanoseconds, rounded with halves away from zero; `nil` if it is out of range.
  @usableFromInline
  static func count(_ duration: Duration) -> Int64? {
    let (quotient, remainder) = duration.attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let carry: Int128 = remainder >= 500_000_000 ? 1 : remainder <= -500_000_000 ? -1 : 0
    return Int64(exactly: quotient + carry)
  }

  @usableFromInline
  static var outOfRange: ColumnEncodingError {
    ColumnEncodingError(type: "Duration", reason: "its nanoseconds don't fit in 64 bits; the limit is about 292 years")
  }
}
