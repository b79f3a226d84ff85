import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Language.md on blobs that are read and written in parts, on both engines.
@Suite("The document on parts of blobs")
struct BlobTests {
  private let store: SQLiteStore

  init() throws { store = try temporaryStore() }

  private func reel(_ title: String = "Metropolis", _ frames: Data = Data(0..<200)) throws -> Reel {
    try store.write { db in try Reel.Draft(title: title, frames: frames).insert(in: db) }
  }

  @Test("Parts of a blob are read and written as documented")
  func parts() throws {
    let reel = try reel()
    let chunks = [Data([1, 2, 3]), Data([4, 5])]
    let start = try store.read { db in
      try Reel.withBlob(\.frames, of: reel.id, in: db) { blob in try blob.read(0..<16) }
    }
    try store.write { db in
      try Reel.withWritableBlob(\.frames, of: reel.id, size: chunks.map(\.count).reduce(0, +), in: db) { blob in
        var offset = 0
        for chunk in chunks {
          try blob.write(chunk, at: offset)
          offset += chunk.count
        }
      }
    }
    #expect(start == Array(0..<16))
    #expect(try store.read { db in try reel.frames(in: db) } == Data([1, 2, 3, 4, 5]))
  }

  @Test("A range outside of the blob, a value that is no blob and an invalid size are refused")
  func refusals() throws {
    let reel = try reel()
    try store.write { db in
      try Reel.withWritableBlob(\.frames, of: reel.id, in: db) { blob in
        #expect(blob.count == 200)
        #expect(throws: BlobError.outOfBounds(offset: 190, length: 11, count: 200)) { try blob.read(190..<201) }
        #expect(throws: BlobError.outOfBounds(offset: -1, length: 1, count: 200)) { try blob.write([1], at: -1) }
        #expect(throws: BlobError.outOfBounds(offset: .max, length: 1, count: 200)) { try blob.write([1], at: .max) }
        #expect(try blob.read(200..<200) == [])
        try blob.write([], at: 200)
        try blob.write(Array(repeating: 9, count: 200).lazy.map { $0 + 1 }, at: 0)
        #expect(try blob.read(0..<200) == Array(repeating: 10, count: 200))
      }
      #expect(throws: BlobError.notABlob(column: "poster_image", found: "null")) {
        try Reel.withBlob(\.poster, of: reel.id, in: db) { _ in }
      }
      #expect(throws: BlobError.notABlob(column: "id", found: "integer")) {
        try Reel.withBlob(\.id, of: reel.id, in: db) { _ in }
      }
      #expect(throws: BlobError.invalidSize(-1)) {
        try Reel.withWritableBlob(\.frames, of: reel.id, size: -1, in: db) { _ in }
      }
      #expect(throws: ConstraintViolation.check(name: "reel_check")) {
        try goingOnAfterErrors(in: db) {
          try Reel.withWritableBlob(\.frames, of: reel.id, size: 100_000_000, in: db) { _ in }
        }
      }
      #expect(throws: RecordNotFound(model: "Reel", key: [.integer(99)])) {
        try Reel.withBlob(\.frames, of: Reel.ID(99), in: db) { _ in }
      }
      let title = try Reel.withBlob(\.title, of: reel.id, in: db) { blob in try blob.read(0..<5) }
      #expect(title == Array("Metro".utf8))
    }
  }

  @Test("A blob can't be used after its row was changed, its closure or its transaction")
  func expiry() throws {
    let (reel, other) = (try reel(), try reel("Other", Data([5])))
    var kept: BlobWriter<Reel>?
    try store.write { db in
      try Reel.withWritableBlob(\.frames, of: reel.id, in: db) { blob in
        kept = blob
        try reel.setFrames(Data([1]), in: db)
        #expect(throws: BlobError.expired) { try blob.read(0..<1) }
        #expect(throws: BlobError.expired) { try blob.write([1], at: 0) }
      }
      try Reel.withBlob(\.frames, of: other.id, in: db) { blob in
        #expect(try blob.read(0..<1) == [5])
        try blob.move(to: reel.id)
        #expect(blob.count == 1)
        #expect(try blob.read(0..<1) == [1])
        #expect(throws: RecordNotFound.self) { try blob.move(to: Reel.ID(99)) }
      }
    }
    let blob = try #require(kept)
    #expect(throws: BlobError.closed) { try blob.read(0..<1) }
  }

  @Test("Writing a part counts as a change of the row, and an error doesn't lose the transaction")
  func writingFilledColumns() throws {
    try store.write { db in
      let transcript = try Transcript.Draft(sound: Data([1, 2, 3]), words: "one").insert(in: db)
      try Transcript.withWritableBlob(\.sound, of: transcript.id, in: db) { try $0.write([9], at: 1) }
      let changed = try Transcript.find(transcript.id, in: db)
      #expect(changed.version == 2)
      #expect(try changed.sound(in: db) == Data([1, 9, 3]))
      struct Stop: Error {}
      #expect(throws: Stop.self) {
        try db.savepoint {
          try Transcript.withWritableBlob(\.sound, of: transcript.id, size: 2, in: db) { try $0.write([7, 7], at: 0) }
          throw Stop()
        }
      }
      #expect(try changed.sound(in: db) == Data([1, 9, 3]))
      #expect(try Transcript.find(transcript.id, in: db).version == 2)
    }
  }

  @Test("Observed reads see written parts, of their own rows and columns only")
  func observation() async throws {
    let (reel, other) = (try reel(), try reel("Other", Data([5])))
    let first = store.observe { db in try reel.frames(in: db).first }
    let changes = try await store.changes(of: Reel.self)
    var parts = store.observe { db in
      try Reel.withBlob(\.frames, of: reel.id, in: db) { blob in try blob.read(1..<2) }
    }.makeAsyncIterator()
    var values = first.makeAsyncIterator()
    #expect(try await values.next() == 0)
    #expect(try await parts.next() == [1])
    try await store.write { db in
      try Reel.withWritableBlob(\.frames, of: other.id, in: db) { try $0.write([6], at: 0) }
    }
    try await store.write { db in
      try Reel.withWritableBlob(\.frames, of: reel.id, in: db) { try $0.write([50, 51], at: 0) }
    }
    #expect(try await values.next() == 50)
    #expect(try await parts.next() == [51])
    var keys = changes.makeAsyncIterator()
    #expect(try await keys.next()?.updated == [other.id])
    #expect(try await keys.next()?.updated == [reel.id])
  }
}
