/// Who signs the texts of cursors, so that none comes back changed or made up: a key with a message authentication code.
///
/// `CursorKey` of the library `PostilCursors` is one, of HMAC-SHA256. One of your own has to be a message authentication code: nobody
/// without the key can tell the code of any message, whatever codes of other messages they have seen. A checksum or a hash is none.
public protocol CursorSigner: Sendable {
  /// The code of these bytes, always the same. The first 16 bytes of it are used, 128 bits; it must not be shorter.
  /// Source: RFC 2104, section 5.
  func authenticationCode(for message: [UInt8]) -> [UInt8]
}

/// The text of a cursor was not accepted. It says nothing of what the text holds.
public enum CursorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is none that a cursor is written as.
  case malformed
  /// The text was written by a later version of Postil.
  case unsupportedVersion(UInt8)
  /// The text was changed, cut, signed by another key or written for rows of another type.
  case notVerified(rows: String)
  /// The signer's codes are too short to be one.
  case codeTooShort(bytes: Int)
  /// A key is too short to be one.
  case keyTooShort(bytes: Int)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .malformed: "the text is no cursor: take it as 'text(signedBy:)' gave it, or begin at the first page"
    case .unsupportedVersion(let version):
      "the cursor is of version \(version), which this version of Postil does not read: begin at the first page"
    case .notVerified(let rows):
      "the text is no cursor of '\(rows)' that was signed by this key: it was changed or cut, signed by another key or made "
        + "for other rows; begin at the first page"
    case .codeTooShort(let bytes):
      "the signer gives codes of \(bytes) bytes, and 16 are the least that is safe: use HMAC-SHA256"
    case .keyTooShort(let bytes):
      "the key has \(bytes) bytes, and 32 are the least that is safe: make one of random bytes"
    }
  }
}
