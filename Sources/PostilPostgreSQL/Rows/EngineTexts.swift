#if PostgreSQL
  import PostilQuery

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// The texts in which generated code reads and binds values of types that PostgreSQL has itself.
  package enum EngineTexts {
    /// The time that a text such as `2026-11-21 08:30:00.25` represents: seconds since the start of 1970 and nanoseconds.
    package static func instant(_ text: UnsafeRawBufferPointer) -> (seconds: Int64, nanoseconds: Int64)? {
      DateText.instant(text).map { ($0.seconds, $0.nanoseconds) }
    }

    /// Passes the text of a time to `body`; `nil` for a time outside the years 0 to 9999.
    /// - Parameter hasMilliseconds: whether the text has exactly three digits after the seconds.
    package static func withInstant<Result>(
      seconds: Int64, nanoseconds: Int64, hasMilliseconds: Bool = false,
      _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result? {
      guard Instant.range.contains(seconds) else { return nil }
      return try withUnsafeTemporaryAllocation(byteCount: DateText.maximumLength, alignment: 1) { buffer in
        let instant = Instant(seconds: seconds, nanoseconds: nanoseconds)
        let count =
          hasMilliseconds
          ? DateText.writeMilliseconds(instant, to: buffer) : DateText.write(instant, to: buffer)
        return try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }

    /// Passes the text of a UUID to `body`.
    /// - Parameter bytes: 16 bytes.
    package static func withUUID<Result>(
      _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
      let uuid = UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
      return try withUnsafeTemporaryAllocation(byteCount: UUIDText.length, alignment: 1) { buffer in
        UUIDText.write(uuid, to: buffer)
        return try body(UnsafeRawBufferPointer(buffer))
      }
    }

    /// Passes the 16 bytes of a UUID's text to `body`.
    /// - Returns: whether the text is a UUID's.
    package static func withUUIDBytes(of text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool
    {
      guard let uuid = UUIDText.value(text) else { return false }
      withUnsafeBytes(of: uuid.uuid, body)
      return true
    }

    /// The elements of a JSON array of keys: texts, the digits of numbers, and `nil` for `null`. `nil` if it isn't an array.
    package static func jsonElements(_ json: UnsafeRawBufferPointer) -> [String?]? {
      JSONScanner.elements(json)?.map { element in
        switch element {
        case .null: nil
        case .number(let digits): digits
        case .text(let text): text
        }
      }
    }
  }
#endif
