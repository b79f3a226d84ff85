#if PostgreSQL
  import PostilPostgreSQL
  import PostilQuery

  /// A `timestamptz`: microseconds since the start of 1970.
  struct CopiedTimestamp {
    let microseconds: Int64
    /// Whether the text has a fraction that a `timestamptz` can't store.
    let isRounded: Bool

    /// Reads the text of a date in an SQLite database; `nil` for any other text.
    init?(_ text: UnsafeRawBufferPointer) {
      guard let instant = EngineTexts.instant(text) else { return nil }
      microseconds = instant.seconds * 1_000_000 + (instant.nanoseconds + 500) / 1000
      isRounded = instant.nanoseconds % 1000 != 0
    }

    /// Reads the text that a server writes if its time zone is UTC: `2026-01-31 10:00:00.25+00`.
    init?(server text: UnsafeRawBufferPointer) {
      var bytes = Array(text)
      let isBeforeChrist = bytes.suffix(3).elementsEqual(" BC".utf8)
      if isBeforeChrist {
        bytes.removeLast(3)
        // The year 1 BC is the year 0.
        guard bytes.prefix(5).elementsEqual("0001-".utf8) else { return nil }
        bytes[3] = UInt8(ascii: "0")
      }
      if bytes.suffix(3).elementsEqual("+00".utf8) { bytes.removeLast(3) }
      guard let moment = bytes.withUnsafeBytes({ CopiedTimestamp($0) }) else { return nil }
      self = moment
    }

    /// Appends the text in UTC.
    /// - Returns: `false` for a year that texts of dates don't have.
    func append(to text: inout [UInt8]) -> Bool {
      withFileText { Self.append($0, to: &text) }
    }

    /// Appends the text of a date or a day. PostgreSQL has no year 0: it is 1 BC.
    static func append(_ date: UnsafeRawBufferPointer, to text: inout [UInt8]) {
      guard date.prefix(5).elementsEqual("0000-".utf8) else { return text.append(contentsOf: date) }
      text.append(contentsOf: "0001".utf8)
      text.append(contentsOf: date.dropFirst(4))
      text.append(contentsOf: " BC".utf8)
    }
  }
#endif
