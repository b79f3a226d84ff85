import PostilSQLite
import PostilTestSupport
import Testing

/// Keys with a library that can't encrypt, or before it is asked. `Tests/EncryptionTests` has the rest.
@Suite("Encryption keys")
struct EncryptionKeyTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  #if !SQLCipher
    @Test("With a library that can't encrypt, a key is refused instead of ignored")
    func unavailable() throws {
      let options = SQLiteOptions(prepareConnection: { db in try db.unlock(with: .passphrase("secret")) })
      let error = try #require(throws: EncryptionError.self) { try file.open(options) }
      #expect(error == .unavailable)
      #expect(
        error.description
          == "this SQLite library can't encrypt databases; use the package's trait 'SQLCipher', or link another library that can"
      )
      #expect(throws: EncryptionError.unavailable) {
        try SQLiteStore.changeKey(path: file.path, from: .passphrase("old"), to: .passphrase("new"))
      }
    }
  #endif

  @Test(
    "A key that SQLCipher would ignore or cut is refused",
    arguments: [
      (EncryptionKey.passphrase(""), "a passphrase can't be empty"),
      (.passphrase("a\0b"), "a passphrase can't contain the character NUL"),
      (.bytes([1, 2]), "a key has 32 bytes, or 48 with the salt, and this one has 2; pass a text as '.passphrase'"),
    ])
  func invalid(_ key: EncryptionKey, _ reason: String) throws {
    let error = try #require(throws: EncryptionError.self) {
      try file.open(SQLiteOptions(prepareConnection: { db in try db.unlock(with: key) }))
    }
    #expect(error.description == reason)
  }

  @Test("A key isn't printed, and not traced")
  func secret() throws {
    #expect("\(EncryptionKey.passphrase("secret"))" == "EncryptionKey")
    var dumped = ""
    dump(EncryptionKey.passphrase("secret"), to: &dumped)
    #expect(!dumped.contains("secret"))
    let statements = Recorder<String>()
    let options = SQLiteOptions(
      prepareConnection: { db in
        try? db.unlock(with: .passphrase("secret"))
        try db.execute("PRAGMA cache_spill = OFF")
      }, trace: { statements.append($0) })
    _ = try file.open(options)
    #expect(statements.values.first == "PRAGMA cache_spill = OFF")
    #expect(!statements.values.contains { $0.contains("secret") })
  }
}
