import PostilQuery
import PostilRows

/// The text of a cursor. It contains a checksum, because a page could pass on a text that was cut.
struct CursorChecksum: CursorSigner {
  /// Two FNV-1a hashes with different starts.
  func authenticationCode(for message: [UInt8]) -> [UInt8] {
    [0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4].flatMap { (start: UInt64) -> [UInt8] in
      var hash = start
      for byte in message { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
    }
  }
}

extension CursorPosition {
  /// Reads the cursor of a request.
  /// - Throws: ``StudioError`` with status 400.
  init?(_ json: JSONTree?) throws {
    guard let json, !json.isNull else { return nil }
    guard let text = json.string else { throw StudioError.badRequest("a cursor must be a string") }
    do {
      self = try Cursor<StudioRow>(text, verifiedBy: CursorChecksum()).position
    } catch {
      throw StudioError.badRequest("invalid cursor: \(error)")
    }
  }

  var text: String { Cursor<StudioRow>(self).text(signedBy: CursorChecksum()) }
}
