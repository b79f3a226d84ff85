// The form of a text, in base64url: a byte for the version, 16 bytes of the authentication code, 8 for the order, then the values.
// What is signed is all of it but the code, and which rows it is of.
extension Cursor {
  private static var version: UInt8 { 1 }
  private static var codeLength: Int { 16 }

  /// The cursor as a text for a URL or a form, signed: letters, digits, `-` and `_`.
  ///
  /// Whoever has the text can read the values of the order in it, but cannot change them. It is good for as long as the key is, and
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

  /// Whether two codes of one length are equal, in a time that does not tell where they differ.
  private static func areEqual(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    var difference: UInt8 = 0
    for (left, right) in zip(left, right) { difference |= left ^ right }
    return difference == 0 && left.count == right.count
  }
}
