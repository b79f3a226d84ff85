import PostilQuery

extension Instant {
  /// `2026-11-21T08:30:00Z`, or with a fraction, `2026-11-21T08:30:00.25Z`.
  package var iso8601: String { text.replacing(" ", with: "T") + "Z" }

  /// The form in which a column stores it: `2026-11-21 08:30:00.25`.
  package var text: String {
    withUnsafeTemporaryAllocation(byteCount: DateText.maximumLength, alignment: 1) { buffer in
      let count = DateText.write(self, to: buffer)
      return String(decoding: buffer[..<count], as: UTF8.self)
    }
  }
}
