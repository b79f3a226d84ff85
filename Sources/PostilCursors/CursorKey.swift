import PostilQuery

#if canImport(CryptoKit)
  import CryptoKit
#elseif Cursors
  import Crypto
#endif

#if canImport(CryptoKit) || Cursors
  /// A secret key that signs the text of cursors with HMAC-SHA256.
  ///
  /// ```swift
  /// let key = try CursorKey(secret)
  /// let text = page.next?.text(signedBy: key)
  /// let cursor = try Cursor<Item>(text, verifiedBy: key)
  /// ```
  ///
  /// Anyone with the key can create cursors, so keep it with the program's other secrets. To rotate the key, verify with the new
  /// key first, and then with the old one for as long as old texts should remain valid. Source: RFC 2104; FIPS 198-1.
  public struct CursorKey: CursorSigner {
    private let key: SymmetricKey

    /// Creates a key from at least 32 bytes that nobody can guess. Use random bytes, not a password.
    /// - Throws: `CursorError.keyTooShort(bytes:)`
    public init(_ bytes: some Sequence<UInt8>) throws(CursorError) {
      let bytes = Array(bytes)
      guard bytes.count >= 32 else { throw .keyTooShort(bytes: bytes.count) }
      key = SymmetricKey(data: bytes)
    }

    /// Creates a key of 32 random bytes, for texts that don't need to outlive the program.
    public init() { key = SymmetricKey(size: .bits256) }

    /// The 32 bytes of the message's HMAC-SHA256.
    public func authenticationCode(for message: [UInt8]) -> [UInt8] {
      Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
    }
  }
#else
  /// A secret key that signs the text of cursors with HMAC-SHA256. It requires the package's trait `Cursors`, which
  /// adds swift-crypto.
  @available(*, unavailable, message: "name the trait where Package.swift names postil: traits: [\"Cursors\"]")
  public struct CursorKey: CursorSigner {
    /// Requires the trait `Cursors`.
    public init(_ bytes: some Sequence<UInt8>) throws(CursorError) { throw .keyTooShort(bytes: 0) }

    /// Requires the trait `Cursors`.
    public init() {}

    /// Requires the trait `Cursors`.
    public func authenticationCode(for message: [UInt8]) -> [UInt8] { [] }
  }
#endif
