import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Language.md on '@lazy': columns that aren't in rows, and blobs that are read and written in parts.
@Suite("The document on lazy columns")
struct LazyColumnTests {
  private let store: SQLiteStore

  init() throws { store = try temporaryStore() }

  private func reel(_ title: String = "Metropolis", _ frames: Data = Data(0..<200)) throws -> Reel {
    try store.write { db in try Reel.Draft(title: title, frames: frames).insert(in: db) }
  }

  @Test("A lazy column is set by a draft, read and changed by itself, and used in queries")
  func example() throws {
    let frames = Data(0..<200)
    try store.write { db in
      let reel = try Reel.Draft(title: "Metropolis", frames: frames).insert(in: db)
      let stored = try reel.frames(in: db)  // Data, by a statement of its own
      try reel.setFrames(frames.dropLast(), in: db)
      let poster = try Reel.readPoster(of: reel.id, in: db)  // by the key alone
      let large = try Reel.where { $0.frames.byteCount > 100 && $0.poster == nil }.fetchAll(in: db)
      let all = try Reel.select { ($0.title, $0.frames) }.fetchAll(in: db)

      #expect(stored == frames)
      #expect(poster == nil)
      #expect(large == [reel])
      #expect(all.map(\.0) == ["Metropolis"] && all.map(\.1) == [frames.dropLast()])
    }
  }

  @Test("Rows don't read the column, and changes of rows don't touch it")
  func rows() throws {
    var reel = try reel()
    try store.write { db in
      #expect(try Reel.where { $0.id == reel.id }.rendered().sql.contains("frames") == false)
      reel.title = "M"
      try reel.update(in: db)
      try reel.save(in: db)
      #expect(try reel.frames(in: db) == Data(0..<200))
      try Reel.all.update(in: db) { [$0.frames.set(Data([7])), $0.poster.set([1, 2])] }
      #expect(try reel.frames(in: db) == Data([7]))
      let changed = Reel.all.updating { [$0.poster.set(nil)] }.returning { ($0.title, $0.frames) }
      let returned = try changed.fetchAll(in: db)
      #expect(returned.map(\.1) == [Data([7])])
      let again = try Reel.Draft(title: "M", frames: Data([8]), poster: [9]).upsert(on: { $0.title }, in: db)
      #expect(again == reel)
      #expect(try reel.frames(in: db) == Data([8]))
      #expect(try reel.poster(in: db) == [9])
      try Reel.insert([Reel.Draft(title: "N", frames: Data()), Reel.Draft(title: "O", frames: Data([1]))], in: db)
      #expect(try Reel.order { ($0.frames.byteCount, $0.title) }.fetchAll(in: db).map(\.title) == ["N", "M", "O"])
    }
  }

  @Test("'save' of a new row inserts an empty value, and a row that doesn't exist has none")
  func saveOfNewRow() throws {
    try store.write { db in
      let reel = try Reel(id: Reel.ID(7), title: "New").save(in: db)
      #expect(try reel.frames(in: db) == Data())
      #expect(try reel.poster(in: db) == nil)
      let missing = Reel(id: Reel.ID(8), title: "None")
      #expect(throws: RecordNotFound(model: "Reel", key: [.integer(8)])) { try missing.frames(in: db) }
      #expect(throws: RecordNotFound(model: "Reel", key: [.integer(8)])) { try missing.setFrames(Data(), in: db) }
    }
  }

  @Test("Subqueries, unions, pages and recursion can use the column outside")
  func subqueries() throws {
    for size in [1, 2, 3] { _ = try reel("\(size)", Data(count: size)) }
    try store.read { db in
      let large = Reel.order { $0.title }.limit(3).where { $0.frames.byteCount > 1 }
      #expect(try large.fetchAll(in: db).map(\.title) == ["2", "3"])
      let union = Reel.where { $0.title == "1" }.union(Reel.where { $0.title == "3" })
      #expect(try union.fetchAll(in: db).count == 2)
      #expect(try union.where { $0.frames.byteCount == 3 }.fetchAll(in: db).map(\.title) == ["3"])
      #expect(try Reel.all.commonTable().where { $0.frames.byteCount == 2 }.fetchAll(in: db).map(\.title) == ["2"])
      let page = try Reel.order { $0.frames.byteCount.descending }.page(size: 2).fetch(in: db)
      #expect(page.rows.map(\.title) == ["3", "2"])
      let joined = Reel.join(rows: Reel.order { $0.title }.limit(2)) { $0.frames.byteCount == $1.frames.byteCount + 1 }
      #expect(try joined.fetchAll(in: db).map(\.0.title) == ["2", "3"])
    }
  }

  @Test("Setting the column counts as a change of the row, which is returned")
  func filledColumns() throws {
    try store.write { db in
      let transcript = try Transcript.Draft(sound: nil, words: "one").insert(in: db)
      let changed = try transcript.setSound(Data([1, 2, 3]), in: db)
      #expect(changed.version == 2 && changed.size == 3)
      #expect(try changed.sound(in: db) == Data([1, 2, 3]))
      #expect(try changed.setWords("two\0three", in: db).version == 3)
      #expect(try changed.words(in: db) == "two\0three")
      try changed.delete(in: db)
      #expect(throws: RecordNotFound.self) { try changed.words(in: db) }
      #expect(throws: RecordNotFound.self) { try changed.setWords("x", in: db) }
    }
  }

  // MARK: - Parts of blobs

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
        #expect(throws: DatabaseError.self) { try db.savepoint {} }
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
        try Reel.withWritableBlob(\.frames, of: reel.id, size: 1_000_000_000, in: db) { _ in }
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

  @Test("A blob after a virtual column is refused, because SQLite would open another one")
  func virtualColumn() throws {
    try store.write { db in
      let track = try Soundtrack.Draft(sound: Data([1, 2])).insert(in: db)
      #expect(track.size == 2)
      let error = BlobError.afterVirtualColumn(column: "sound", virtual: "size")
      #expect(throws: error) { try Soundtrack.withBlob(\.sound, of: track.id, in: db) { _ in } }
      #expect(throws: error) { try Soundtrack.withWritableBlob(\.sound, of: track.id, in: db) { _ in } }
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

  @Test("The messages of errors are those of the document")
  func messages() throws {
    let document = try Document("Errors")
    for error in [
      BlobError.outOfBounds(offset: 190, length: 11, count: 200), .invalidSize(-1),
      .notABlob(column: "poster_image", found: "null"), .expired, .closed, .withoutRowID(table: "ledger"),
      .afterVirtualColumn(column: "sound", virtual: "size"),
    ] { #expect(document.says("\(error)"), "the document does not say: \(error)") }
  }
}
