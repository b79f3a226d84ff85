import Foundation
import Postil
import Testing

/// Docs/Store.md, "Encryption", with SQLCipher.
@Suite("Encrypted databases")
struct EncryptionTests {
  private static let key = EncryptionKey.passphrase("it's a secret")
  private let folder: URL
  private var path: String { folder.appending(path: "letters.sqlite").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "postil-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func options(_ key: EncryptionKey?) -> SQLiteOptions {
    SQLiteOptions(prepareConnection: { db in
      // SQLCipher writes refused keys to standard error.
      try db.execute("PRAGMA cipher_log_level = NONE")
      if let key { try db.unlock(with: key) }
    })
  }

  private func open(_ key: EncryptionKey? = Self.key, path: String? = nil) throws -> SQLiteStore {
    try SQLiteStore(
      path: path ?? self.path, schema: EncryptionTestsSchema.self, migrations: EncryptionTestsSchema.migrations,
      options: options(key))
  }

  /// Creates a file with a row and closes it.
  private func write(_ text: String = "Meet me at noon", _ key: EncryptionKey = Self.key) throws {
    let store = try open(key)
    try store.write { db in _ = try Letter.Draft(text: text, labels: ["red", "blue"], place: "Oslo").insert(in: db) }
    try store.close()
  }

  private func texts(_ store: SQLiteStore) throws -> [String] {
    try store.read { db in try Letter.order { $0.id }.fetchAll(in: db).map(\.text) }
  }

  private func expectEncrypted(_ path: String) throws {
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(bytes.count >= 4096)
    #expect(bytes.prefix(16) != Data("SQLite format 3\0".utf8))
    for text in ["noon", "letter", "CREATE TABLE"] { #expect(bytes.range(of: Data(text.utf8)) == nil) }
  }

  @Test("A store without migrations")
  func simple() throws {
    let key = Self.key
    let options = SQLiteOptions(prepareConnection: { db in try db.unlock(with: key) })
    let store = try SQLiteStore(path: path, schema: EncryptionTestsSchema.self, options: options)
    try store.write { db in _ = try Letter.Draft(text: "Simple", place: nil).insert(in: db) }
    #expect(try texts(store) == ["Simple"])
    try store.close()
    try expectEncrypted(path)
  }

  @Test("Neither the file nor its log can be read without the key")
  func file() throws {
    let store = try open()
    try store.write { db in _ = try Letter.Draft(text: "Meet me at noon", place: nil).insert(in: db) }
    try expectEncrypted(path + "-wal")
    try store.close()
    try expectEncrypted(path)
    let error = try #require(throws: DatabaseError.self) { try open(nil) }
    #expect(error.code == 26)
    #expect(error.message.contains("is not an SQLite database, or is encrypted"))
    #expect(try texts(open()) == ["Meet me at noon"])
  }

  @Test("Another key, a file that isn't encrypted, and one that isn't a database are refused, and not changed")
  func wrongKey() throws {
    func expectRefused(_ key: EncryptionKey) throws {
      let bytes = try Data(contentsOf: URL(filePath: path))
      #expect(throws: EncryptionError.wrongKey(path: path)) { try open(key) }
      #expect(throws: EncryptionError.wrongKey(path: path)) {
        try SQLiteStore.changeKey(path: path, from: key, to: Self.key)
      }
      #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }
    try write()
    try expectRefused(.passphrase("it's a secreT"))
    try expectRefused(.bytes(Array(repeating: 7, count: 32)))
    #expect(
      EncryptionError.wrongKey(path: "letters.sqlite").description
        == "'letters.sqlite' can't be read with this key: it is encrypted with another key, isn't encrypted, or isn't a database"
    )
    try FileManager.default.removeItem(atPath: path)
    try open(nil).close()
    try expectRefused(Self.key)
    try Data("Dear diary, I am not a database.".utf8).write(to: URL(filePath: path))
    try expectRefused(Self.key)
  }

  @Test("A key of bytes, with the salt or without", arguments: [32, 48])
  func bytes(_ count: Int) throws {
    let key = EncryptionKey.bytes((0..<count).map { UInt8($0 * 5) })
    try write("By bytes", key)
    try expectEncrypted(path)
    #expect(try texts(open(key)) == ["By bytes"])
  }

  @Test("Readers, tasks and held snapshots use the key, and see the rows of their snapshot")
  func readers() async throws {
    try write()
    let store = try open()
    let snapshot = try store.snapshot()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await store.write { db in _ = try Letter.Draft(text: "Letter \(number)", place: nil).insert(in: db) }
          return try await store.read { db in try Letter.all.count(in: db) }
        }
      }
      for try await count in group { #expect((2...9).contains(count)) }
    }
    #expect(try await snapshot.read { db in try Letter.all.count(in: db) } == 1)
    #expect(try await store.read { db in try Letter.all.count(in: db) } == 9)
    var streamed = 0
    for try await _ in store.rows(of: Letter.all) { streamed += 1 }
    #expect(streamed == 9)
    try snapshot.close()
    try await store.close()
  }

  @Test("Full-text search and JSON")
  func functions() throws {
    try write()
    let store = try open()
    #expect(try store.read { db in try Letter.where { $0.fullText.matches(words: "NOON") }.count(in: db) } == 1)
    #expect(try store.read { db in try Letter.where { $0.labels.contains("blue") }.count(in: db) } == 1)
    #expect(try store.integrityCheck().isEmpty)
  }

  @Test("Backups and compact copies have the same key")
  func copies() throws {
    try write()
    let store = try open()
    let (backup, compact) = (folder.appending(path: "backup").path, folder.appending(path: "compact").path)
    try store.backup(to: backup)
    try store.vacuum(into: compact)
    for copy in [backup, compact] {
      try expectEncrypted(copy)
      #expect(throws: EncryptionError.wrongKey(path: copy)) { try open(.passphrase("other"), path: copy) }
      #expect(try texts(open(path: copy)) == ["Meet me at noon"])
    }
    try store.vacuum()
    try store.checkpoint(.truncate)
    try store.close()
    try expectEncrypted(path)
  }

  @Test("An older encrypted file is migrated")
  func migrations() throws {
    struct Stop: Error {}
    let create = try #require(EncryptionTestsSchema.migrations.files.first { $0.name.hasSuffix("create") }?.sql)
    let old = SQLiteOptions(prepareConnection: { db in
      try db.unlock(with: Self.key)
      try db.execute(create + #"; INSERT INTO "letter" ("text", "labels") VALUES ('Old', '[]')"#)
      throw Stop()
    })
    #expect(throws: Stop.self) { try SQLiteStore(path: path, schema: EncryptionTestsSchema.self, options: old) }
    let store = try open()
    #expect(store.migrationOutcomes.map(\.kind) == [.adopted, .sql])
    #expect(try texts(store) == ["Old"])
    try store.close()
    try expectEncrypted(path)
  }

  @Test("The key is changed if the file is closed")
  func changeKey() throws {
    let (key, newKey) = (Self.key, EncryptionKey.bytes(Array(repeating: 9, count: 32)))
    try write()
    let store = try open()
    #expect(try texts(store).count == 1)
    let busy = try #require(throws: DatabaseError.self) {
      try SQLiteStore.changeKey(path: path, from: key, to: newKey)
    }
    #expect(busy.code == 5)
    try store.close()
    try SQLiteStore.changeKey(path: path, from: key, to: newKey)
    try expectEncrypted(path)
    #expect(throws: EncryptionError.wrongKey(path: path)) { try open() }
    #expect(try texts(open(newKey)) == ["Meet me at noon"])
    #expect(throws: DatabaseError.self) {
      try SQLiteStore.changeKey(path: folder.appending(path: "missing").path, from: key, to: newKey)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "missing").path))
  }
}
