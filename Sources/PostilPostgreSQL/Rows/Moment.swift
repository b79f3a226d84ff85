#if PostgreSQL
  import PostilQuery

  /// PostgreSQL's `timestamptz` and `date`: microseconds and days since the start of 2000. Source: PostgreSQL 15, "Date/Time Types".
  @usableFromInline
  enum Moment {
    /// The start of 2000, in seconds since 1970.
    private static let epoch: Int64 = 946_684_800

    /// The microseconds of a text such as `2026-11-21 08:30:00.25`, rounded; `nil` for other texts.
    static func microseconds(_ text: UnsafeRawBufferPointer) -> Int64? {
      DateText.instant(text).map(microseconds)
    }

    /// The microseconds of a time, rounded.
    static func microseconds(_ instant: Instant) -> Int64 {
      (instant.seconds - epoch) * 1_000_000 + (instant.nanoseconds + 500) / 1000
    }

    /// The seconds since the start of 2001; `nil` for years that SQLite's dates don't have, and for infinite times.
    @inlinable
    static func timeInterval(microseconds: Int64) -> Double? {
      // From the year 0 to 9999, in microseconds since 2000.
      guard microseconds >= -63_113_904_000_000_000, microseconds < 252_455_616_000_000_000 else { return nil }
      // 2000 has 366 days.
      let time = microseconds - 31_622_400_000_000
      var (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000)
      if rest < 0 { (seconds, rest) = (seconds - 1, rest + 1_000_000) }
      return Double(seconds) + Double(rest * 1000) / 1e9
    }

    /// The days of a text such as `2026-11-21`; `nil` for other texts.
    static func days(_ text: UnsafeRawBufferPointer) -> Int32? {
      guard text.count == 10, let instant = DateText.instant(text) else { return nil }
      return Int32(exactly: (instant.seconds - epoch) / 86_400)
    }

    /// Writes the text of a `timestamptz`, and passes it to `body`; `nil` for years that SQLite's dates don't have.
    static func withText<Result>(
      microseconds: Int64, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result? {
      var (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
      if rest < 0 { (seconds, rest) = (seconds - 1, rest + 1_000_000) }
      return try EngineTexts.withInstant(seconds: seconds + epoch, nanoseconds: rest * 1000, body)
    }

    /// Writes the text of a `date`, and passes it to `body`.
    static func withText<Result>(
      days: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result? {
      try EngineTexts.withInstant(seconds: Int64(days) * 86_400 + epoch, nanoseconds: 0) { text in
        try body(UnsafeRawBufferPointer(rebasing: text[..<10]))
      }
    }
  }
#endif
