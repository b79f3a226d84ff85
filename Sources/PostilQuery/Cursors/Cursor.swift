/// A position between two rows in the order of a query. A ``Page`` has the cursors of its first and last row.
///
/// It contains the row's values for the terms of the order, not the row, which may have been changed or deleted since.
/// It can be used in any query of the same rows with the same order, whatever its conditions. To send it out of the
/// program, convert it to a signed text: ``text(signedBy:)`` and ``init(_:verifiedBy:)``.
public struct Cursor<Row>: Hashable, Sendable {
  package let position: CursorPosition

  package init(_ position: CursorPosition) { self.position = position }
}

/// The values of an order, and the identity of the order.
@usableFromInline package struct CursorPosition: Hashable, Sendable {
  /// The identity of the order.
  let order: UInt64
  /// The values of its terms.
  let values: [BoundValue]

  package init(order: UInt64, values: [BoundValue]) { (self.order, self.values) = (order, values) }
}

extension Cursor: CustomStringConvertible {
  /// The type of the rows. The values are left out because they may be private.
  public var description: String { "a cursor of \(Row.self)" }
}

// The format of a text, in base64url: a byte for the version, 16 bytes of the authentication code, 8 bytes for the
// order, then the values. The signature covers everything except the code, and the type of the rows.
extension Cursor {
  private static var version: UInt8 { 1 }
  private static var codeLength: Int { 16 }

  /// The cursor as signed text for a URL or a form. It contains only letters, digits, `-` and `_`.
  ///
  /// Anyone who has the text can read the values in it, but can't change them. It remains valid until the key or the
  /// order of the query changes.
  public func text(signedBy signer: some CursorSigner) -> String {
    var payload = CursorWriter()
    payload.write(position.order)
    for value in position.values { payload.write(value) }
    let code = signer.authenticationCode(for: Self.message(payload.bytes)).prefix(Self.codeLength)
    return Base64URL.text(of: [Self.version] + code + payload.bytes)
  }

  /// Creates a cursor from a text returned by ``text(signedBy:)``.
  /// - Throws: ``CursorError`` if the text was changed, truncated, signed with another key, or created for rows of
  ///   another type.
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

  /// The signed message. It starts with a prefix that no other use of the key has, and the type of the rows, so that a
  /// cursor for other rows isn't accepted.
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

/// Signs the text of cursors with a key, so that nobody can change or forge a text.
///
/// `CursorKey` in the library `PostilCursors` uses HMAC-SHA256. Your own signer must use a message authentication code:
/// without the key, nobody can compute the code of a message, whatever codes of other messages they have seen. A
/// checksum or a hash isn't enough.
public protocol CursorSigner: Sendable {
  /// The authentication code of these bytes, which is always the same. Its first 16 bytes (128 bits) are used; it must
  /// not be shorter. Source: RFC 2104, section 5.
  func authenticationCode(for message: [UInt8]) -> [UInt8]
}

/// The text of a cursor was rejected. The error contains no part of the text.
public enum CursorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text doesn't have the format of a cursor.
  case malformed
  /// The text was written by a later version of Postil.
  case unsupportedVersion(UInt8)
  /// The text was changed, truncated, signed with another key, or created for rows of another type.
  case notVerified(rows: String)
  /// The signer's codes are too short.
  case codeTooShort(bytes: Int)
  /// The key is too short.
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
