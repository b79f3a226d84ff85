// Written by Postil from Playlist.swift. Don't edit this file; change the annotations instead.

import Postil

// MARK: - Playlist

nonisolated extension Playlist: Model {
  /// The primary key of `playlist`; every model has its own type.
  public typealias ID = RowID<Playlist>
  public static let table = _TableDescription(
    model: "Playlist", name: "playlist", columns: ["id", "name"], primaryKey: ["id"], required: ["name"])

  @inlinable public init(row: inout some RowReader) throws {
    (id, name) = try (row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, name) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "playlist" ("name") VALUES (?1)"#,
    fetch: #"SELECT "id", "name" FROM "playlist" WHERE "id" = ?1"#,
    update: #"UPDATE "playlist" SET "name" = ?2 WHERE "id" = ?1"#,
    save: """
      INSERT INTO "playlist" ("id", "name") VALUES (?1, ?2) ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name"
      """,
    delete: #"DELETE FROM "playlist" WHERE "id" = ?1"#)

  /// A row of `playlist` that isn't in the database yet.
  public struct Draft: Hashable, _ParentDraft {
    public var name: String
    public var tracks: [Track.DraftOfPlaylist]
    public var singers: [DraftMember<Singer>]

    public init(name: String, tracks: [Track.DraftOfPlaylist] = [], singers: [DraftMember<Singer>] = []) {
      (self.name, self.tracks, self.singers) = (name, tracks, singers)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { name._bind(to: &binder) }
    @inlinable @discardableResult public func insertRow(in db: some WriteTransaction) throws -> Playlist {
      try db._stored(Playlist(draft: self, id: ID(db.insert(self))))
    }

    public static func hasChildren(_ draft: Draft) -> Bool { !draft.tracks.isEmpty || !draft.singers.isEmpty }
    @inlinable public func insertChildren(of row: Playlist, in db: some WriteTransaction) throws {
      try Track.insert(tracks, of: row.id, in: db)
      try Playlist.addToSingers(singers, of: row.id, in: db)
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, name) = (id, draft.name)
  }

  /// The columns and relationships of `playlist`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Playlist
    public let rowSource: _Source
    public init(_ source: _Source) { rowSource = source }

    public var id: ReadOnlyColumn<Playlist, ID> { ReadOnlyColumn("id", of: rowSource) }
    public var name: Column<Playlist, String> { Column("name", of: rowSource) }
    public var tracks: ToMany<Track> { ToMany(Playlist.tracksRelationship, of: rowSource) }
    public var singers: ToMany<Singer> { ToMany(Playlist.singersRelationship, of: rowSource) }
  }

  public static let tracksRelationship = Relationship<Playlist, Track>(
    "tracks", from: ["id"], to: ["playlist_id"], orderedBy: "tracks_position")
  public static let singersRelationship = Relationship<Playlist, Singer>(
    "singers", from: ["id"], through: _JoinTable("playlist_singers", near: ["playlist_id"], far: ["singer_id"]),
    to: ["id"], orderedBy: "singers_position")

  // MARK: - tracks
  /// The tracks of this playlist (`@hasMany(tracks:)`), as a query.
  public var tracks: Query<Track> { Query(Playlist.tracksRelationship, of: id) }

  /// Adds one at the end, and removes it from its previous playlist.
  @inlinable public func addToTracks(_ track: Track, in db: some WriteTransaction) throws {
    try Playlist.addToTracks(track.id, of: id, in: db)
  }
  /// Adds all of them at the end, or none if one doesn't exist.
  @inlinable public func addToTracks(contentsOf tracks: some Sequence<Track>, in db: some WriteTransaction) throws {
    try Playlist.addToTracks(contentsOf: tracks.map(\.id), of: id, in: db)
  }
  public static let addToTracks = _AddMembers<Playlist, Track>(
    #"UPDATE "track" SET "playlist_id" = ?1 WHERE "id" = ?2"#)
  /// Removes one without deleting it; `false` if it wasn't there.
  @inlinable @discardableResult
  public func removeFromTracks(_ track: Track, in db: some WriteTransaction) throws -> Bool {
    try Playlist.removeFromTracks(track.id, of: id, in: db)
  }
  public static let removeFromTracks = _RemoveOne<Playlist, Track>(
    #"UPDATE "track" SET "playlist_id" = NULL WHERE "playlist_id" = ?1 AND "id" = ?2"#)
  /// Removes all; returns how many were removed.
  @inlinable @discardableResult public func removeAllFromTracks(in db: some WriteTransaction) throws -> Int {
    try Playlist.removeAllFromTracks(of: id, in: db)
  }
  public static let removeAllFromTracks = _RemoveAll<Playlist>(
    #"UPDATE "track" SET "playlist_id" = NULL WHERE "playlist_id" = ?1"#)
  /// Replaces the tracks with these.
  @inlinable public func replaceTracks(with tracks: some Sequence<Track>, in db: some WriteTransaction) throws {
    try Playlist.replaceTracks(with: tracks.map(\.id), of: id, in: db)
  }
  public static let replaceTracks = _ReplaceMembers(addToTracks, removeAllFromTracks)

  /// The statements that find and move the tracks of a playlist.
  public static let tracksOrder = _RelationshipOrder<Playlist, Track>(
    "Playlist.tracks",
    insert: """
      UPDATE "track" SET "playlist_id" = ?1, "tracks_position" = ?3
      WHERE "id" = ?2
        AND (?3 IS NULL OR "playlist_id" IS NOT ?1 AND "tracks_position" IS NOT ?3)
      """,
    counts: """
      SELECT "node", "count" FROM "playlist_tracks_order"
      WHERE "playlist_id" = ?1 AND "level" = ?2 AND "node" BETWEEN ?3 AND ?4 ORDER BY "node"
      """,
    positions: """
      SELECT "tracks_position" FROM "track" WHERE "playlist_id" = ?1 AND "tracks_position" >= ?2
      ORDER BY "tracks_position" LIMIT ?3 OFFSET ?4
      """,
    place: """
      UPDATE "track" SET "tracks_position" = ?4 WHERE "id" = (
        SELECT "id" FROM "track"
        WHERE "playlist_id" = ?1 AND "tracks_position" >= ?2 ORDER BY "tracks_position" LIMIT 1 OFFSET ?3)
      """,
    spread: """
      UPDATE "track" SET "tracks_position" = ?2 + "n" * ?4 FROM (
        SELECT "id" AS "k0", row_number() OVER (ORDER BY "tracks_position") AS "n"
        FROM "track" WHERE "playlist_id" = ?1 AND "tracks_position" BETWEEN ?2 AND ?3)
      WHERE "track"."id" = "k0"
      """)
  /// Inserts this one at `index`, or moves it there; O(log n).
  @inlinable public func insertIntoTracks(_ track: Track, at index: Int, in db: some WriteTransaction) throws {
    try Playlist.insertIntoTracks(track.id, at: index, of: id, in: db)
  }
  public static let insertIntoTracks = _InsertMember(tracksOrder)
  /// Moves the one at index `source` to index `destination`; O(log n).
  @inlinable public func moveInTracks(from source: Int, to destination: Int, in db: some WriteTransaction) throws {
    try Playlist.moveInTracks(from: source, to: destination, of: id, in: db)
  }
  public static let moveInTracks = _MoveMember(tracksOrder)

  // MARK: - singers
  /// The singers of this playlist (`@manyToMany(singers:)`), as a query.
  public var singers: Query<Singer> { Query(Playlist.singersRelationship, of: id) }

  /// Adds one at the end; `false` if it was already there.
  @inlinable @discardableResult
  public func addToSingers(_ singer: Singer, in db: some WriteTransaction) throws -> Bool {
    try Playlist.addToSingers(singer.id, of: id, in: db)
  }
  /// Adds at the end those that aren't there yet; returns how many were added.
  @inlinable @discardableResult
  public func addToSingers(contentsOf singers: some Sequence<Singer>, in db: some WriteTransaction) throws -> Int {
    try Playlist.addToSingers(contentsOf: singers.map(\.id), of: id, in: db)
  }
  public static let addToSingers = _AddPairs<Playlist, Singer>(
    #"INSERT INTO "playlist_singers" ("playlist_id", "singer_id") VALUES (?1, ?2) ON CONFLICT DO NOTHING"#,
    all: """
      INSERT INTO "playlist_singers" ("playlist_id", "singer_id")
      SELECT ?1, "value" FROM json_each(?2) WHERE true ORDER BY "json_each"."id" ON CONFLICT DO NOTHING
      """)
  /// Removes one; `false` if it wasn't there.
  @inlinable @discardableResult
  public func removeFromSingers(_ singer: Singer, in db: some WriteTransaction) throws -> Bool {
    try Playlist.removeFromSingers(singer.id, of: id, in: db)
  }
  public static let removeFromSingers = _RemoveOne<Playlist, Singer>(
    #"DELETE FROM "playlist_singers" WHERE "playlist_id" = ?1 AND "singer_id" = ?2"#)
  /// Removes all; returns how many were removed.
  @inlinable @discardableResult public func removeAllFromSingers(in db: some WriteTransaction) throws -> Int {
    try Playlist.removeAllFromSingers(of: id, in: db)
  }
  public static let removeAllFromSingers = _RemoveAll<Playlist>(
    #"DELETE FROM "playlist_singers" WHERE "playlist_id" = ?1"#)
  /// Replaces the singers with these; returns how many were removed and added.
  @inlinable @discardableResult
  public func replaceSingers(with singers: some Sequence<Singer>, in db: some WriteTransaction) throws -> Int {
    try Playlist.replaceSingers(with: singers.map(\.id), of: id, in: db)
  }
  public static let replaceSingers = _ReplacePairs(
    singersRelationship, addToSingers, removeFromSingers, removeAllFromSingers)

  /// The statements that find and move the singers of a playlist.
  public static let singersOrder = _RelationshipOrder<Playlist, Singer>(
    "Playlist.singers",
    insert: """
      INSERT INTO "playlist_singers" ("playlist_id", "singer_id", "singers_position") VALUES (?1, ?2, ?3)
      ON CONFLICT ("playlist_id", "singer_id") DO UPDATE SET "singers_position" = NULL WHERE ?3 IS NULL
      """,
    counts: """
      SELECT "node", "count" FROM "playlist_singers_order"
      WHERE "playlist_id" = ?1 AND "level" = ?2 AND "node" BETWEEN ?3 AND ?4 ORDER BY "node"
      """,
    positions: """
      SELECT "singers_position" FROM "playlist_singers" WHERE "playlist_id" = ?1 AND "singers_position" >= ?2
      ORDER BY "singers_position" LIMIT ?3 OFFSET ?4
      """,
    place: """
      UPDATE "playlist_singers" SET "singers_position" = ?4 WHERE ("playlist_id", "singer_id") = (
        SELECT "playlist_id", "singer_id" FROM "playlist_singers"
        WHERE "playlist_id" = ?1 AND "singers_position" >= ?2 ORDER BY "singers_position" LIMIT 1 OFFSET ?3)
      """,
    spread: """
      UPDATE "playlist_singers" SET "singers_position" = ?2 + "n" * ?4 FROM (
        SELECT "playlist_id" AS "k0", "singer_id" AS "k1", row_number() OVER (ORDER BY "singers_position") AS "n"
        FROM "playlist_singers" WHERE "playlist_id" = ?1 AND "singers_position" BETWEEN ?2 AND ?3)
      WHERE "playlist_singers"."playlist_id" = "k0" AND "playlist_singers"."singer_id" = "k1"
      """)
  /// Inserts this one at `index`, or moves it there; O(log n).
  @inlinable public func insertIntoSingers(_ singer: Singer, at index: Int, in db: some WriteTransaction) throws {
    try Playlist.insertIntoSingers(singer.id, at: index, of: id, in: db)
  }
  public static let insertIntoSingers = _InsertMember(singersOrder)
  /// Moves the one at index `source` to index `destination`; O(log n).
  @inlinable public func moveInSingers(from source: Int, to destination: Int, in db: some WriteTransaction) throws {
    try Playlist.moveInSingers(from: source, to: destination, of: id, in: db)
  }
  public static let moveInSingers = _MoveMember(singersOrder)
}
