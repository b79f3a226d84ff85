import PostilQuery

#if canImport(CryptoKit)
  import CryptoKit
#elseif Cursors
  import Crypto
#endif

#if canImport(CryptoKit) || Cursors
  /// A secret key that signs the texts of cursors by HMAC-SHA256.
  ///
  /// ```swift
  /// let key = try CursorKey(secret)
  /// let text = page.next?.text(signedBy: key)
  /// let cursor = try Cursor<Item>(text, verifiedBy: key)
  /// ```
  ///
  /// Whoever has the key can make cursors; it belongs to the program's other secrets. To change it, verify by the new one and then,
  /// for as long as old texts are to be good, by the old one. Source: RFC 2104; FIPS 198-1.
  public struct CursorKey: CursorSigner {
    private let key: SymmetricKey

    /// The key of these bytes, 32 or more, which nobody can guess: random ones, and no password.
    /// - Throws: ``PostilQuery/CursorError/keyTooShort(bytes:)``
    public init(_ bytes: some Sequence<UInt8>) throws(CursorError) {
      let bytes = Array(bytes)
      guard bytes.count >= 32 else { throw .keyTooShort(bytes: bytes.count) }
      key = SymmetricKey(data: bytes)
    }

    /// A new key of 32 random bytes, for texts that need not outlive the program.
    public init() { key = SymmetricKey(size: .bits256) }

    /// The HMAC-SHA256 of these bytes, 32 bytes.
    public func authenticationCode(for message: [UInt8]) -> [UInt8] {
      Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
    }
  }
#else
  /// A secret key that signs the texts of cursors by HMAC-SHA256; here the package's trait is missing that brings swift-crypto.
  @available(*, unavailable, message: "name the trait where Package.swift names postil: traits: [\"Cursors\"]")
  public struct CursorKey: CursorSigner {
    /// Not without the trait.
    public init(_ bytes: some Sequence<UInt8>) throws(CursorError) { throw .keyTooShort(bytes: 0) }

    /// Not without the trait.
    public init() {}

    /// Not without the trait.
    public func authenticationCode(for message: [UInt8]) -> [UInt8] { [] }
  }
#endif
