import Foundation
import Playlists
import Postil
import PostilTestSupport
import Testing

/// Ordered relationships against plain arrays: random operations of every writer, and places where positions run out.
@Suite("Ordered relationships")
struct OrderedRelationshipTests {
  /// A store in memory with two playlists and some tracks, and arrays that hold what the playlists should.
  private struct Machine {
    let store: SQLiteStore
    var lists: [Int64: [Int64]] = [1: [], 2: []]
    /// Tracks that are in no playlist.
    var free: [Int64] = []
    var next: Int64 = 1

    init() throws {
      store = try SQLiteStore.inMemory(schema: PlaylistsSchema.self)
      try store.write { db in try db.execute(_RenderedStatement(sql: "INSERT INTO playlist VALUES (1,'a'),(2,'b')")) }
    }

    func sql(_ text: String, in db: SQLiteWriteTransaction) throws { try db.execute(_RenderedStatement(sql: text)) }

    /// The order, and that each member has a position.
    func check(_ place: String) throws {
      try store.read { db in
        for (list, tracks) in lists.sorted(by: { $0.key < $1.key }) {
          let found = try Query(Playlist.tracksRelationship, of: Playlist.ID(list)).fetchAll(in: db).map(\.id.rawValue)
          #expect(found == tracks, "\(place): playlist \(list)")
        }
        let unplaced = try db.fetchFirst(
          _RenderedStatement(
            sql: "SELECT count(*) FROM track WHERE playlist_id IS NOT NULL AND tracks_position IS NULL")
        ) { try $0.readInt64() }
        #expect(unplaced == 0, "\(place): a member has no position")
      }
    }
  }

  @Test("An ordered relationship equals an array after any writes", arguments: 1...6 as ClosedRange<UInt64>)
  func randomOperations(seed: UInt64) throws {
    var machine = try Machine()
    var generator = SeededGenerator(seed: seed)
    for step in 0..<400 {
      let name = try machine.store.write { db in try Self.operate(&machine, &generator, db) }
      try machine.check("seed \(seed), step \(step), \(name)")
    }
  }

  private static func operate(
    _ machine: inout Machine, _ generator: inout SeededGenerator, _ db: SQLiteWriteTransaction
  ) throws -> String {
    let list = Int64.random(in: 1...2, using: &generator)
    let tracks = machine.lists[list] ?? []
    let id = Playlist.ID(list)
    func index(_ count: Int) -> Int { Int.random(in: 0..<max(count, 1), using: &generator) }
    func anyTrack() -> Int64? { (1..<max(machine.next, 2)).randomElement(using: &generator) }
    func exists(_ track: Int64) -> Bool {
      machine.free.contains(track) || machine.lists.values.contains { $0.contains(track) }
    }
    func takeOut(_ track: Int64) {
      machine.free.removeAll { $0 == track }
      for key in machine.lists.keys { machine.lists[key]?.removeAll { $0 == track } }
    }
    switch Int.random(in: 0..<16, using: &generator) {
    case 0, 1, 2:
      let track = try Track.Draft(title: "t", playlistID: id).insert(in: db)
      machine.next = track.id.rawValue + 1
      machine.lists[list]?.append(track.id.rawValue)
      return "draft"
    case 3:
      let place = machine.next
      try machine.sql(
        "INSERT INTO track (id, title, playlist_id) VALUES (\(place),'x',\(list)), (\(place + 1),'y',NULL), "
          + "(\(place + 2),'z',\(list))", in: db)
      machine.next += 3
      machine.lists[list]? += [place, place + 2]
      machine.free.append(place + 1)
      return "INSERT"
    case 4, 5:
      guard let track = anyTrack(), exists(track) else { return "nothing" }
      takeOut(track)
      let count = machine.lists[list]?.count ?? 0
      let place = index(count + 1)
      try Playlist.insertIntoTracks(Track.ID(track), at: place, of: id, in: db)
      machine.lists[list]?.insert(track, at: place)
      return "insertIntoTracks at \(place)"
    case 6, 7:
      guard let track = anyTrack(), exists(track), let other = tracks.randomElement(using: &generator), other != track
      else { return "nothing" }
      let isBefore = Bool.random(using: &generator)
      let (member, neighbour) = (Track.ID(track), Track.ID(other))
      if tracks.contains(track), Bool.random(using: &generator) {
        if isBefore {
          try Playlist.moveInTracks(member, before: neighbour, of: id, in: db)
        } else {
          try Playlist.moveInTracks(member, after: neighbour, of: id, in: db)
        }
      } else if isBefore {
        try Playlist.insertIntoTracks(member, before: neighbour, of: id, in: db)
      } else {
        try Playlist.insertIntoTracks(member, after: neighbour, of: id, in: db)
      }
      takeOut(track)
      let place = machine.lists[list]?.firstIndex(of: other) ?? 0
      machine.lists[list]?.insert(track, at: isBefore ? place : place + 1)
      return "\(track) \(isBefore ? "before" : "after") \(other)"
    case 8, 9:
      guard !tracks.isEmpty else { return "nothing" }
      let (from, to) = (index(tracks.count), index(tracks.count))
      try Playlist.moveInTracks(from: from, to: to, of: id, in: db)
      let moved = machine.lists[list]?.remove(at: from) ?? 0
      machine.lists[list]?.insert(moved, at: to)
      return "moveInTracks from \(from) to \(to)"
    case 10:
      guard let track = anyTrack(), exists(track) else { return "nothing" }
      if tracks.contains(track) {
        try Playlist.addToTracks(Track.ID(track), of: id, in: db)
      } else {
        var row = try Track.find(Track.ID(track), in: db)
        row.playlistID = id
        try row.save(in: db)
        takeOut(track)
        machine.lists[list]?.append(track)
      }
      return "save"
    case 11:
      guard let track = tracks.randomElement(using: &generator) else { return "nothing" }
      takeOut(track)
      if index(2) == 0 {
        try Playlist.removeFromTracks(Track.ID(track), of: id, in: db)
        machine.free.append(track)
      } else {
        try Track.delete(Track.ID(track), in: db)
      }
      return "remove"
    case 12:
      let chosen = (tracks + machine.free).shuffled(using: &generator).prefix(5)
      try Playlist.replaceTracks(with: chosen.map { Track.ID($0) }, of: id, in: db)
      for track in tracks { takeOut(track) }
      for track in chosen { takeOut(track) }
      machine.free += tracks.filter { !chosen.contains($0) }
      machine.lists[list] = Array(chosen)
      return "replaceTracks"
    case 13:
      try machine.sql(
        "UPDATE track SET tracks_position = (SELECT max(tracks_position) + 4096 FROM track WHERE playlist_id = \(list)) "
          + "WHERE id IN (SELECT min(id) FROM track WHERE playlist_id = \(list))", in: db)
      if let first = tracks.min() {
        takeOut(first)
        machine.lists[list]?.append(first)
      }
      return "UPDATE of the position"
    case 14:
      guard index(4) == 0 else { return "nothing" }
      let other = 3 - list
      try Track.where { $0.playlistID == id }.update(in: db) { [$0.playlistID.set(Playlist.ID(other))] }
      let moved = tracks.sorted()
      machine.lists[list] = []
      let found = try Query(Playlist.tracksRelationship, of: Playlist.ID(other)).fetchAll(in: db).map(\.id.rawValue)
      let before = machine.lists[other] ?? []
      #expect(Array(found.prefix(before.count)) == before)
      #expect(found.dropFirst(before.count).sorted() == moved, "those of a set-based update come last, in any order")
      machine.lists[other] = found
      return "set-based update"
    default:
      guard index(6) == 0 else { return "nothing" }
      try machine.sql("DELETE FROM playlist WHERE id = \(list)", in: db)
      try machine.sql("INSERT INTO playlist VALUES (\(list), 'again')", in: db)
      machine.free += tracks
      machine.lists[list] = []
      return "DELETE of a playlist, which releases its tracks"
    }
  }

  @Test("The order survives 10,000 inserts at one position, and at the front")
  func adversarialInserts() throws {
    for spot in [0, 500] {
      var machine = try Machine()
      try machine.store.write { db in
        try Track.insert((0..<1_000).map { _ in Track.Draft(title: "t", playlistID: Playlist.ID(1)) }, in: db)
        try Track.insert((0..<10_000).map { _ in Track.Draft(title: "t") }, in: db)
      }
      machine.lists[1] = Array(1...1_000)
      try machine.store.write { db in
        for track in 1_001...11_000 as ClosedRange<Int64> {
          try Playlist.insertIntoTracks(Track.ID(track), at: spot, of: Playlist.ID(1), in: db)
        }
      }
      machine.lists[1]?.insert(contentsOf: (1_001...11_000).reversed(), at: spot)
      try machine.check("10,000 inserts at \(spot)")
    }
  }

  @Test("An insert repairs equal or extreme positions that were written by hand")
  func strangePositions() throws {
    for positions in [[5, 5, 5, 5], [-2_305_843_009_213_693_952, 0, 1, 2], [0, 1, 2, 2_305_843_009_213_680_000]] {
      var machine = try Machine()
      try machine.store.write { db in
        for (index, position) in positions.enumerated() {
          try machine.sql(
            "INSERT INTO track (id, title, playlist_id, tracks_position) VALUES (\(index + 1), 't', 1, \(position))",
            in: db)
        }
        try machine.sql("INSERT INTO track (id, title) VALUES (10, 'front'), (11, 'middle'), (12, 'end')", in: db)
        try Playlist.insertIntoTracks(Track.ID(11), at: 2, of: Playlist.ID(1), in: db)
        try Playlist.insertIntoTracks(Track.ID(10), at: 0, of: Playlist.ID(1), in: db)
      }
      machine.lists[1] = [10, 1, 2, 11, 3, 4]
      machine.free = [12]
      try machine.check("\(positions)")
    }
  }

  @Test("A member is moved between two others with one position, far from its own")
  func sharedPosition() throws {
    var machine = try Machine()
    try machine.store.write { db in
      for (index, position) in [5, 5, 1_000_000].enumerated() {
        try machine.sql(
          "INSERT INTO track (id, title, playlist_id, tracks_position) VALUES (\(index + 1), 't', 1, \(position))",
          in: db)
      }
      try Playlist.insertIntoTracks(Track.ID(3), at: 1, of: Playlist.ID(1), in: db)
    }
    machine.lists[1] = [1, 3, 2]
    machine.free = []
    try machine.check("one position")
  }

  @Test("A row after the last possible position is refused, which only hand-written SQL can cause")
  func lastPosition() throws {
    let machine = try Machine()
    try machine.store.write { db in
      try machine.sql(
        "INSERT INTO track (id, title, playlist_id, tracks_position) VALUES (1, 't', 1, 2305843009213693951)", in: db)
      #expect(throws: ConstraintViolation.check(name: "track_tracks_position_range")) {
        try Track.Draft(title: "t", playlistID: Playlist.ID(1)).insert(in: db)
      }
    }
  }

  @Test("A file without its placing trigger, or with another one, is refused")
  func triggersAreCompared() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.sqlite")
    try SQLiteStore(path: path, schema: PlaylistsSchema.self).close()
    let other = try RawDatabase(path: path)
    for (change, difference) in [
      ("", "trigger 'playlist_tracks_place_trigger' is missing"),
      (
        "CREATE TRIGGER playlist_tracks_place_trigger AFTER INSERT ON track BEGIN SELECT 1; END",
        "trigger 'playlist_tracks_place_trigger' differs"
      ),
    ] {
      try other.execute("DROP TRIGGER IF EXISTS playlist_tracks_place_trigger; " + change)
      let error = #expect(throws: SchemaMismatch.self) { try SQLiteStore(path: path, schema: PlaylistsSchema.self) }
      #expect(
        error?.differences.map(\.description).first?.hasPrefix(difference) == true, "\(String(describing: error))")
    }
  }

  @Test("Members are sorted by position by default, and after a query's own order")
  func queries() throws {
    let machine = try Machine()
    try machine.store.write { db in
      for title in ["b", "a", "b", "a"] { try Track.Draft(title: title, playlistID: Playlist.ID(1)).insert(in: db) }
      try Playlist.moveInTracks(from: 3, to: 0, of: Playlist.ID(1), in: db)
      let list = try Playlist.find(Playlist.ID(1), in: db)
      #expect(try list.tracks.fetchAll(in: db).map(\.id.rawValue) == [4, 1, 2, 3])
      #expect(try list.tracks.order { $0.title }.fetchAll(in: db).map(\.id.rawValue) == [4, 2, 1, 3])
      #expect(try list.tracks.limit(1, offset: 1).fetchAll(in: db).map(\.id.rawValue) == [1])
      #expect(
        try list.tracks.where { $0.title == "b" }.select { $0.id }.fetchAll(in: db) == [Track.ID(1), Track.ID(3)])
      #expect(!"\(list.tracks)".contains("count"))
      try list.tracks.limit(1).delete(in: db)
      #expect(try list.tracks.fetchAll(in: db).map(\.id.rawValue) == [1, 2, 3])
      for name in ["x", "y", "z"] {
        let singer = try Singer.Draft(name: name).insert(in: db)
        try Album.Draft(name: name, singerID: singer.id).insert(in: db)
        try list.insertIntoSingers(singer, at: 0, in: db)
      }
      #expect(try list.singers.fetchAll(in: db).map(\.name) == ["z", "y", "x"])
      try list.replaceSingers(with: list.singers.fetchAll(in: db).reversed(), in: db)
      #expect(try list.singers.select { $0.name }.fetchAll(in: db) == ["x", "y", "z"])
      try list.moveInSingers(from: 0, to: 2, in: db)
      #expect(try list.singers.order { $0.name.descending }.fetchAll(in: db).map(\.name) == ["z", "y", "x"])
      #expect(try list.singers.fetchAll(in: db).map(\.name) == ["y", "z", "x"])
      #expect(try list.singers.count(in: db) == 3)
    }
  }

  @Test("A tree keeps the order of each parent's children, and a cascade deletes them")
  func tree() throws {
    let store = try SQLiteStore.inMemory(schema: PlaylistsSchema.self)
    try store.write { db in
      let root = try Folder.Draft(name: "root").insert(in: db)
      let children = try (0..<5).map { try Folder.Draft(name: "\($0)", parentID: root.id).insert(in: db) }
      let grandchildren = try (0..<3).map { try Folder.Draft(name: "0\($0)", parentID: children[0].id).insert(in: db) }
      try root.moveInChildren(from: 4, to: 1, in: db)
      #expect(try root.children.fetchAll(in: db).map(\.name) == ["0", "4", "1", "2", "3"])
      try root.insertIntoChildren(grandchildren[1], at: 0, in: db)
      #expect(try root.children.fetchAll(in: db).map(\.name) == ["01", "0", "4", "1", "2", "3"])
      #expect(try children[0].children.fetchAll(in: db).map(\.name) == ["00", "02"])
      try root.delete(in: db)
      #expect(try Query<Folder>().count(in: db) == 0)
    }
  }

  @Test("An index out of range is refused, and nothing changes")
  func outOfRange() throws {
    var machine = try Machine()
    try machine.store.write { db in
      try Track.insert((0..<3).map { _ in Track.Draft(title: "t", playlistID: Playlist.ID(1)) }, in: db)
      try Track.Draft(title: "free").insert(in: db)
      for index in [-1, 4] {
        #expect(throws: OrderIndexOutOfRange(relationship: "Playlist.tracks", index: index, count: 4)) {
          try Playlist.insertIntoTracks(Track.ID(4), at: index, of: Playlist.ID(1), in: db)
        }
      }
      for (from, to, index) in [(3, 0, 3), (0, 3, 3), (-1, 0, -1)] {
        #expect(throws: OrderIndexOutOfRange(relationship: "Playlist.tracks", index: index, count: 3)) {
          try Playlist.moveInTracks(from: from, to: to, of: Playlist.ID(1), in: db)
        }
      }
      #expect(throws: OrderIndexOutOfRange(relationship: "Playlist.tracks", index: 0, count: 0)) {
        try Playlist.moveInTracks(from: 0, to: 0, of: Playlist.ID(2), in: db)
      }
      #expect(throws: RecordNotFound(model: "Track", key: [.integer(99)])) {
        try Playlist.insertIntoTracks(Track.ID(99), at: 0, of: Playlist.ID(1), in: db)
      }
      // A track of no playlist is no neighbour, and isn't moved.
      for (member, other) in [(1, 4), (99, 1), (1, 99)] as [(Int64, Int64)] {
        #expect(throws: RecordNotFound(model: "Track", key: [.integer(other == 1 ? member : other)])) {
          try Playlist.insertIntoTracks(Track.ID(member), before: Track.ID(other), of: Playlist.ID(1), in: db)
        }
      }
      #expect(throws: RecordNotFound(model: "Track", key: [.integer(4)])) {
        try Playlist.moveInTracks(Track.ID(4), after: Track.ID(1), of: Playlist.ID(1), in: db)
      }
      #expect(throws: ConstraintViolation.self) {
        try Playlist.insertIntoTracks(Track.ID(4), at: 0, of: Playlist.ID(99), in: db)
      }
    }
    machine.lists[1] = [1, 2, 3]
    try machine.check("after the refusals")
  }
}
