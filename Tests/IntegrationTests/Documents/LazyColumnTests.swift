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

  // MARK: - Parts of blobs, on SQLite only

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

  @Test("While a blob is open to write, no savepoint can be opened")
  func openBlob() throws {
    let reel = try reel()
    try store.write { db in
      try Reel.withWritableBlob(\.frames, of: reel.id, in: db) { _ in
        #expect(throws: DatabaseError.self) { try db.savepoint {} }
      }
    }
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
