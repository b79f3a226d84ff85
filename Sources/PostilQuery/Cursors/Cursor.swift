/// A position in the order of a query, between two rows; ``Page`` has those of its first and last row.
///
/// It holds what the row had of the order's values, not the row: the row may have been changed or deleted since. It is for any
/// query of the same rows with the same order, whatever the conditions are. Sent out of the program it is a text that is signed:
/// ``text(signedBy:)`` and ``init(_:verifiedBy:)``.
public struct Cursor<Row>: Hashable, Sendable {
  let position: CursorPosition

  init(_ position: CursorPosition) { self.position = position }
}

/// The values of an order, and which order it is.
@usableFromInline
struct CursorPosition: Hashable, Sendable {
  /// The identity of the order.
  let order: UInt64
  /// The value of each of its terms.
  let values: [BoundValue]
}

extension Cursor: CustomStringConvertible {
  /// What it is a cursor of; not the values, which may be private.
  public var description: String { "a cursor of \(Row.self)" }
}

// The form of a text, in base64url: a byte for the version, 16 bytes of the authentication code, 8 for the order, then the values.
// What is signed is all of it but the code, and which rows it is of.
extension Cursor {
  private static var version: UInt8 { 1 }
  private static var codeLength: Int { 16 }

  /// The cursor as a text for a URL or a form, signed: letters, digits, `-` and `_`.
  ///
  /// Whoever has the text can read the values of the order in it, but can't change them. It is good for as long as the key is, and
  /// the program's order stays what it is.
  public func text(signedBy signer: some CursorSigner) -> String {
    var payload = CursorWriter()
    payload.write(position.order)
    for value in position.values { payload.write(value) }
    let code = signer.authenticationCode(for: Self.message(payload.bytes)).prefix(Self.codeLength)
    return Base64URL.text(of: [Self.version] + code + payload.bytes)
  }

  /// The cursor of a text that ``text(signedBy:)`` gave.
  /// - Throws: ``CursorError`` when the text was changed, cut, signed by another key or made for rows of another type.
  public init(_ text: String, verifiedBy signer: some CursorSigner) throws(CursorError) {
    guard let bytes = Base64URL.bytes(of: text), let version = bytes.first else { throw .malformed }
    guard version == Self.version else { throw .unsupportedVersion(version) }
    guard bytes.count > 1 + Self.codeLength else { throw .malformed }
    let payload = bytes[(1 + Self.codeLength)...]
    let code = signer.authenticationCode(for: Self.message(payload))
    guard code.count >= Self.codeLength else { throw .codeTooShort(bytes: code.count) }
    guard Self.areEqual(code.prefix(Self.codeLength), bytes[1...Self.codeLength]) else {
      throw .notVerified(rows: "\(Row.self)")
    }
    var reader = CursorReader(payload)
    guard let order = reader.readUInt64(), let values = reader.readBindings() else { throw .malformed }
    position = CursorPosition(order: order, values: values)
  }

  /// What is signed. The text begins with what no other use of the key does, and with which rows it is of, so that the cursor of
  /// others is not taken for one of these.
  private static func message(_ payload: some Sequence<UInt8>) -> [UInt8] {
    let rows = (Row.self as? any Queryable.Type)?.table.name ?? "\(Row.self)"
    return Array("postil.cursor".utf8) + [0, version] + Array(rows.utf8) + [0] + payload
  }

  /// Whether two codes of the same length are equal, in constant time.
  private static func areEqual(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    var difference: UInt8 = 0
    for (left, right) in zip(left, right) { difference |= left ^ right }
    return difference == 0 && left.count == right.count
  }
}

/// Signs the texts of cursors with a key, so that nobody can change a text or make one up.
///
/// `CursorKey` of the library `PostilCursors` uses HMAC-SHA256. Your own signer must use a message authentication code: without the
/// key, nobody can compute the code of a message, whatever codes of other messages they have seen. A checksum or a hash isn't one.
public protocol CursorSigner: Sendable {
  /// The code of these bytes, always the same. The first 16 bytes of it are used, 128 bits; it must not be shorter.
  /// Source: RFC 2104, section 5.
  func authenticationCode(for message: [UInt8]) -> [UInt8]
}

/// The text of a cursor was rejected. The error contains nothing of the text.
public enum CursorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text doesn't have the format of a cursor.
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
    case .malformed: "invalid cursor text; pass the text that 'text(signedBy:)' returned, or start at the first page"
    case .unsupportedVersion(let version):
      "the cursor has version \(version), which this version of Postil doesn't support; start at the first page"
    case .notVerified(let rows):
      "invalid cursor of '\(rows)': the text was changed or cut, signed with another key, or created for other rows; start at "
        + "the first page"
    case .codeTooShort(let bytes):
      "the signer returns codes of \(bytes) bytes, and at least 16 are needed; use HMAC-SHA256"
    case .keyTooShort(let bytes):
      "the key has \(bytes) bytes, and at least 32 are needed; create one from random bytes"
    }
  }
}
