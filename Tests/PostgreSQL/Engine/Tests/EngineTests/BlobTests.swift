import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  /// What differs from SQLite; the rest is tested by the document's tests on both engines.
  @Suite("Parts of blobs")
  struct Blobs {
    @Test("A blob of 18 MB is written in parts and read in parts")
    func large() async throws {
      let store = try await Server.emptyStore()
      let size = 18_000_003
      @Sendable func part(_ offset: Int, _ count: Int) -> [UInt8] {
        (offset..<offset + count).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
      }
      let clip = try await store.write { db in
        let clip = try Clip.Draft(title: "a", sound: nil, words: "").insert(in: db)
        try Clip.withWritableBlob(\.sound, of: clip.id, size: size, in: db) { blob in
          #expect(blob.count == size)
          for offset in stride(from: 0, to: size, by: 1_000_000) {
            try blob.write(part(offset, min(1_000_000, size - offset)), at: offset)
          }
          // Not where the last part ended.
          try blob.write([1, 2, 3], at: 5)
          #expect(try blob.read(4..<9) == part(4, 1) + [1, 2, 3] + part(8, 1))
          try blob.write(part(5, 3), at: 5)
        }
        return clip
      }
      try await store.read { db in
        try Clip.withBlob(\.sound, of: clip.id, in: db) { blob in
          #expect(blob.count == size)
          for offset in [0, 999_990, 1 << 24, size - 20] {
            let found = try blob.read(offset..<offset + 20)
            #expect(found == part(offset, 20))
          }
        }
        #expect(try Clip.find(clip.id, in: db).version == 2)
      }
    }

    @Test("Other statements see what was written, and a savepoint undoes it")
    func statements() async throws {
      let store = try await Server.emptyStore()
      try await store.write { db in
        let clip = try Clip.Draft(title: "a", sound: Data([1, 2, 3, 4]), words: "one").insert(in: db)
        try Clip.withWritableBlob(\.sound, of: clip.id, in: db) { blob in
          try blob.write([9], at: 0)
          #expect(try clip.sound(in: db) == Data([9, 2, 3, 4]))
          try blob.write([8], at: 1)
          struct Stop: Error {}
          #expect(throws: Stop.self) {
            try db.savepoint {
              try blob.write([7], at: 2)
              throw Stop()
            }
          }
          #expect(try clip.sound(in: db) == Data([9, 8, 3, 4]))
          #expect(throws: Stop.self) {
            try db.savepoint {
              try blob.write([7], at: 2)
              _ = try blob.read(0..<1)
              throw Stop()
            }
          }
          // The version of the row that the blob was in was undone.
          #expect(throws: BlobError.expired) { try blob.read(0..<1) }
          #expect(throws: BlobError.expired) { try blob.write([1], at: 0) }
          try blob.move(to: clip.id)
          #expect(try blob.read(0..<4) == [9, 8, 3, 4])
          try clip.delete(in: db)
          #expect(throws: BlobError.expired) { try blob.write([1], at: 0) }
        }
      }
    }

    @Test("A text is read and written by its bytes, and other types are refused")
    func types() async throws {
      let store = try await Server.emptyStore()
      let clip = try await store.write { db in
        try Clip.Draft(title: "Ün", sound: nil, words: "größer").insert(in: db)
      }
      try await store.write { db in
        try Clip.withWritableBlob(\.words, of: clip.id, in: db) { blob in
          #expect(blob.count == 8)
          #expect(try blob.read(2..<4) == Array("ö".utf8))
          try blob.write(Array("ä".utf8), at: 2)
        }
        #expect(try clip.words(in: db) == "gräßer")
        #expect(try Clip.withBlob(\.title, of: clip.id, in: db) { try $0.read(0..<$0.count) } == Array("Ün".utf8))
        #expect(throws: BlobError.notABlob(column: "words", found: "text")) {
          try Clip.withWritableBlob(\.words, of: clip.id, size: 3, in: db) { _ in }
        }
        #expect(throws: BlobError.notABlob(column: "sound", found: "null")) {
          try Clip.withWritableBlob(\.sound, of: clip.id, in: db) { _ in }
        }
        #expect(throws: BlobError.notABlob(column: "version", found: "integer")) {
          try Clip.withBlob(\.version, of: clip.id, in: db) { _ in }
        }
        #expect(throws: BlobError.invalidSize(1 << 30)) {
          try Clip.withWritableBlob(\.sound, of: clip.id, size: 1 << 30, in: db) { _ in }
        }
        #expect(throws: RecordNotFound(model: "Clip", key: [.integer(99)])) {
          try Clip.withBlob(\.sound, of: Clip.ID(99), in: db) { _ in }
        }
      }
      // Half a character isn't a text.
      let error = await #expect(throws: PostgreSQLError.self) {
        try await store.write { db in
          try Clip.withWritableBlob(\.words, of: clip.id, in: db) { try $0.write([0xC3], at: 0) }
        }
      }
      #expect(error?.code == "22021")
    }

    @Test("If another transaction changes the row at a weaker isolation, the blob is expired")
    func otherTransactions() async throws {
      let other = try await Server.emptyStore()
      var options = PostgreSQLOptions()
      options.isolation = .readCommitted
      let store = try await PostgreSQLStore(Server.url ?? "", schema: EngineTestsSchema.self, options: options)
      let clip = try await store.write { db in
        try Clip.Draft(title: "a", sound: Data([1, 2]), words: "").insert(in: db)
      }
      try await store.write { db in
        try Clip.withBlob(\.sound, of: clip.id, in: db) { blob in
          #expect(try blob.read(0..<1) == [1])
          try other.write { db in try Clip.where { $0.id == clip.id }.update(in: db) { [$0.title.set("b")] } }
          #expect(throws: BlobError.expired) { try blob.read(0..<1) }
        }
      }
    }

    @Test("Written parts are observed, and the keys of their rows are reported")
    func observation() async throws {
      let store = try await Server.emptyStore()
      try await store.installObservation(keys: true)
      let clip = try await store.write { db in
        try Clip.Draft(title: "a", sound: Data([1, 2]), words: "").insert(in: db)
      }
      var keys = try await store.changes(of: Clip.self).makeAsyncIterator()
      var parts = store.observe { db in
        try Clip.withBlob(\.sound, of: clip.id, in: db) { blob in try blob.read(1..<2) }
      }.makeAsyncIterator()
      #expect(try await parts.next() == [2])
      try await store.write { db in
        try Clip.withWritableBlob(\.sound, of: clip.id, in: db) { blob in try blob.write([7], at: 1) }
      }
      #expect(try await parts.next() == [7])
      #expect(try await keys.next() == KeyChanges(updated: [clip.id]))
    }
  }
}
