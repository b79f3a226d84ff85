import PostilSQL

/// The key of a database that SQLCipher encrypts.
public enum EncryptionKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// A text from which SQLCipher derives the key. The derivation takes some tenths of a second for each connection.
  case passphrase(String)
  /// The key itself: 32 random bytes, or these and the 16 bytes of the file's salt. Connections open fast.
  case bytes([UInt8])

  /// Not the key, because descriptions end up in logs.
  public var description: String { "EncryptionKey" }

  /// Nothing, for the same reason.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// The key as a value of `PRAGMA key`. Source: Zetetic, "SQLCipher API", `PRAGMA key`.
  /// - Throws: ``EncryptionError/invalidKey(reason:)``
  var pragmaValue: String {
    get throws {
      switch self {
      case .passphrase(let text):
        guard !text.isEmpty else { throw EncryptionError.invalidKey(reason: "a passphrase can't be empty") }
        guard !text.utf8.contains(0) else {
          throw EncryptionError.invalidKey(reason: "a passphrase can't contain the character NUL")
        }
        return SQLText.literal(text)
      case .bytes(let bytes):
        guard bytes.count == 32 || bytes.count == 48 else {
          throw EncryptionError.invalidKey(
            reason:
              "a key has 32 bytes, or 48 with the salt, and this one has \(bytes.count); pass a text as '.passphrase'")
        }
        let digits = bytes.map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }
        return "\"x'\(digits.joined())'\""
      }
    }
  }
}

/// A database wasn't decrypted or encrypted; nothing was changed.
public enum EncryptionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The linked SQLite library can't encrypt.
  case unavailable
  /// SQLCipher can't use the key.
  case invalidKey(reason: String)
  /// The file can't be read with the key.
  case wrongKey(path: String)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .unavailable:
      "this SQLite library can't encrypt databases; use the package's trait 'SQLCipher', or link another library that can"
    case .invalidKey(let reason):
      reason
    case .wrongKey(let path):
      "'\(path)' can't be read with this key: it is encrypted with another key, isn't encrypted, or isn't a database"
    }
  }
}
