import Foundation
import Playlists
import Postil
import PostilTestSupport
import Testing

/// `max:` is refused by the statement that exceeds it, `min:` before the commit, whoever writes.
@Suite("Limits on the number of members")
struct ArityTests {
  private static func store() throws -> SQLiteStore { try SQLiteStore.inMemory(schema: PlaylistsSchema.self) }

  private static func run(_ sql: String, in db: SQLiteWriteTransaction) throws {
    try db.execute(_RenderedStatement(sql: sql))
  }

  @discardableResult
  private static func singer(_ name: String, albums: Int, in db: SQLiteWriteTransaction) throws -> Singer {
    let singer = try Singer.Draft(name: name).insert(in: db)
    for number in 0..<albums { try Album.Draft(name: "\(name)\(number)", singerID: singer.id).insert(in: db) }
    return singer
  }

  private static func tooMany(_ relationship: String, _ maximum: Int) -> ConstraintViolation {
    .arity(relationship: relationship, count: maximum + 1, bound: .maximum(maximum), owner: [])
  }

  private static func tooFew(_ owner: Int64, has count: Int = 0) -> ConstraintViolation {
    .arity(relationship: "Singer.albums", count: count, bound: .minimum(1), owner: [.integer(owner)])
  }

  // MARK: - max

  @Test("the statement that adds a member beyond the maximum fails, and earlier changes stay")
  func maximum() throws {
    let store = try Self.store()
    try store.write { db in
      let singer = try Self.singer("a", albums: 3, in: db)
      #expect(throws: Self.tooMany("Singer.albums", 3)) {
        try Album.Draft(name: "4", singerID: singer.id).insert(in: db)
      }
      let other = try Self.singer("b", albums: 2, in: db)
      let album = try Album.where { $0.singerID == other.id }.fetchAll(in: db)[0]
      #expect(throws: Self.tooMany("Singer.albums", 3)) { try singer.addToAlbums(album, in: db) }
      #expect(throws: Self.tooMany("Singer.albums", 3)) { try singer.insertIntoAlbums(album, at: 0, in: db) }
      #expect(throws: Self.tooMany("Singer.albums", 3)) {
        try Album.where { $0.singerID == other.id }.update(in: db) { [$0.singerID.set(singer.id)] }
      }
      #expect(throws: Self.tooMany("Singer.albums", 3)) {
        try Self.run("INSERT OR IGNORE INTO album (name, singer_id) VALUES ('x', 1)", in: db)
      }
      // The rows that are there already can be written.
      for album in try singer.albums.fetchAll(in: db) { try album.save(in: db) }
      try singer.moveInAlbums(from: 0, to: 2, in: db)
    }
    #expect(try store.read { try Query<Album>().count(in: $0) } == 5)
  }

  @Test("a pair beyond the maximum is refused, unless it exists already")
  func maximumOfPairs() throws {
    let store = try Self.store()
    try store.write { db in
      let list = try Playlist.Draft(name: "a").insert(in: db)
      let singers = try (0..<6).map { try Self.singer("\($0)", albums: 1, in: db) }
      try list.addToSingers(contentsOf: singers.prefix(5), in: db)
      try list.addToSingers(contentsOf: singers.prefix(5), in: db)
      try list.insertIntoSingers(singers[4], at: 0, in: db)
      #expect(throws: Self.tooMany("Playlist.singers", 5)) { try list.addToSingers(singers[5], in: db) }
      #expect(throws: Self.tooMany("Playlist.singers", 5)) { try list.replaceSingers(with: singers, in: db) }
      #expect(try list.singers.fetchAll(in: db).map(\.name) == ["4", "0", "1", "2", "3"])
    }
  }

  @Test("the error for too many members says what to do")
  func maximumMessage() {
    #expect(
      Self.tooMany("Singer.albums", 3).description
        == "'Singer.albums' can have at most 3 members; remove one before you add another")
  }

  // MARK: - min

  @Test("a commit fails if an owner has too few members, with the owner's key")
  func minimum() throws {
    let store = try Self.store()
    #expect(throws: Self.tooFew(1)) { try store.write { db in try Self.singer("a", albums: 0, in: db) } }
    #expect(try store.read { try Query<Singer>().count(in: $0) } == 0)
    try store.write { db in try Self.singer("a", albums: 1, in: db) }
    for statement in ["DELETE FROM album", "UPDATE singer SET id = 7", "INSERT INTO singer VALUES (9, 'x')"] {
      #expect(throws: ConstraintViolation.self, "\(statement)") {
        try store.write { db in try Self.run(statement, in: db) }
      }
    }
    #expect(throws: Self.tooFew(1)) { try store.write { db in try Album.delete(Album.ID(1), in: db) } }
    #expect(throws: Self.tooFew(1)) {
      try store.write { db in
        let other = try Self.singer("b", albums: 1, in: db)
        try Singer.addToAlbums(Album.ID(1), of: other.id, in: db)
      }
    }
  }

  @Test("a transaction can temporarily have too few, also in savepoints, and a deleted owner isn't checked")
  func forAWhile() throws {
    let store = try Self.store()
    try store.write { db in
      let singer = try db.savepoint { try Self.singer("a", albums: 0, in: db) }
      try Album.Draft(name: "x", singerID: singer.id).insert(in: db)
      try Album.delete(Album.ID(1), in: db)
      try Album.Draft(name: "y", singerID: singer.id).insert(in: db)
      try Self.singer("gone", albums: 0, in: db).delete(in: db)
      try? db.savepoint {
        try Self.singer("undone", albums: 0, in: db)
        throw CancellationError()
      }
      // A key that changes while there is no member yet.
      let moved = try Self.singer("moved", albums: 0, in: db)
      try Self.run("UPDATE singer SET id = 50 WHERE id = \(moved.id.rawValue)", in: db)
      try Album.Draft(name: "z", singerID: Singer.ID(50)).insert(in: db)
    }
    // All of a singer's albums go with it.
    try store.write { db in try Singer.delete(Singer.ID(1), in: db) }
    try store.read { db in
      #expect(try Query<Album>().count(in: db) == 1)
      let unmet = try db.fetchFirst(_RenderedStatement(sql: "SELECT count(*) FROM singer_albums_unmet")) {
        try $0.readInt64()
      }
      #expect(unmet == 0)
    }
  }

  @Test("SQLite enforces the limits for every client that enforces foreign keys")
  func otherClients() throws {
    let folder = try TemporaryFolder()
    _ = try SQLiteStore(path: folder.path("a.sqlite"), schema: PlaylistsSchema.self)
    let other = try RawDatabase(path: folder.path("a.sqlite"))
    #expect(throws: RawDatabase.Failure.self) { try other.execute("INSERT INTO singer VALUES (1, 'a')") }
    try other.execute(
      "BEGIN; INSERT INTO singer VALUES (1, 'a'); INSERT INTO album (name, singer_id) VALUES ('x', 1); COMMIT")
    #expect(throws: RawDatabase.Failure.self) { try other.execute("DELETE FROM album") }
    #expect(throws: RawDatabase.Failure.self) {
      try other.execute("INSERT INTO album (name, singer_id) VALUES ('x', 1), ('y', 1), ('z', 1)")
    }
    for conflict in ["ABORT", "REPLACE", "FAIL", "IGNORE"] {
      try other.execute(
        "BEGIN; INSERT OR \(conflict) INTO singer VALUES (2, 'b'); "
          + "INSERT OR \(conflict) INTO singer VALUES (3, 'c'); INSERT OR \(conflict) INTO album (name, singer_id) VALUES ('x', 2);"
          + "UPDATE OR \(conflict) singer SET id = 2 WHERE id = 2; DELETE FROM singer WHERE id > 1; COMMIT")
    }
    #expect(try other.rows("SELECT * FROM singer_albums_unmet").isEmpty)
  }

  @Test("the error for too few members says what to do")
  func minimumMessage() {
    #expect(
      Self.tooFew(7).description
        == "'Singer.albums' of 7 has 0 members and needs at least 1 when the transaction ends; add them in the same 'write'"
    )
  }
}
