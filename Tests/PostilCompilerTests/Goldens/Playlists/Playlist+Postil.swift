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
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Playlist {
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
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Playlist, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var name: Column<Playlist, String> { Column("name", of: _rowSource) }
    public var tracks: ToMany<Track> { ToMany(Playlist.tracksRelationship, of: _rowSource) }
    public var singers: ToMany<Singer> { ToMany(Playlist.singersRelationship, of: _rowSource) }
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
    """
    UPDATE "track" SET "playlist_id" = ?1,
      "tracks_position" = CASE WHEN "playlist_id" = ?1 THEN "tracks_position" ELSE (SELECT
        coalesce(max("tracks_position") + 4096, 0) FROM "track" WHERE "playlist_id" = ?1) END WHERE "id" = ?2
    """)
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
      UPDATE "track" SET "playlist_id" = ?1,
        "tracks_position" = coalesce(?3, (SELECT coalesce(max("tracks_position") + 4096, 0) FROM "track" WHERE
          "playlist_id" = ?1)) WHERE "id" = ?2
      """,
    positions: """
      SELECT "tracks_position" FROM "track" WHERE "playlist_id" = ?1 ORDER BY "tracks_position", "id" LIMIT ?2 OFFSET ?3
      """,
    around: """
      SELECT "tracks_position",
        (SELECT "other"."tracks_position" FROM "track" AS "other" WHERE "other"."playlist_id" = ?1 AND
          ("other"."tracks_position", "other"."id") < ("own"."tracks_position", "own"."id") ORDER BY
          "other"."tracks_position" DESC, "other"."id" DESC LIMIT 1),
        (SELECT "other"."tracks_position" FROM "track" AS "other" WHERE "other"."playlist_id" = ?1 AND
          ("other"."tracks_position", "other"."id") > ("own"."tracks_position", "own"."id") ORDER BY
          "other"."tracks_position", "other"."id" LIMIT 1) FROM "track" AS "own" WHERE "playlist_id" = ?1 AND "id" = ?2
      """,
    place: """
      UPDATE "track" SET "tracks_position" = ?3 WHERE "id" = (
        SELECT "id" FROM "track" WHERE "playlist_id" = ?1
        ORDER BY "tracks_position", "id" LIMIT 1 OFFSET ?2)
      """,
    occupied: """
      SELECT count(*) FROM (
        SELECT 1 FROM "track"
        WHERE "playlist_id" = ?1 AND "tracks_position" BETWEEN ?2 AND ?3 LIMIT ?4)
      """,
    spread: """
      UPDATE "track" SET "tracks_position" = ?2 + "n" * ?4 FROM (
        SELECT "id" AS "k0", row_number() OVER (ORDER BY "tracks_position", "id") AS "n"
        FROM "track" WHERE "playlist_id" = ?1 AND "tracks_position" BETWEEN ?2 AND ?3)
      WHERE "track"."id" = "k0"
      """)
  /// Inserts this one at `index`, or moves it there.
  @inlinable public func insertIntoTracks(_ track: Track, at index: Int, in db: some WriteTransaction) throws {
    try Playlist.insertIntoTracks(track.id, at: index, of: id, in: db)
  }
  /// Inserts this one before another one, or moves it there.
  @inlinable public func insertIntoTracks(_ track: Track, before other: Track, in db: some WriteTransaction) throws {
    try Playlist.insertIntoTracks(track.id, before: other.id, of: id, in: db)
  }
  /// Inserts this one after another one, or moves it there.
  @inlinable public func insertIntoTracks(_ track: Track, after other: Track, in db: some WriteTransaction) throws {
    try Playlist.insertIntoTracks(track.id, after: other.id, of: id, in: db)
  }
  public static let insertIntoTracks = _InsertMember(tracksOrder)
  /// Moves the one at index `source` to index `destination`.
  @inlinable public func moveInTracks(from source: Int, to destination: Int, in db: some WriteTransaction) throws {
    try Playlist.moveInTracks(from: source, to: destination, of: id, in: db)
  }
  /// Moves this one before another one.
  @inlinable public func moveInTracks(_ track: Track, before other: Track, in db: some WriteTransaction) throws {
    try Playlist.moveInTracks(track.id, before: other.id, of: id, in: db)
  }
  /// Moves this one after another one.
  @inlinable public func moveInTracks(_ track: Track, after other: Track, in db: some WriteTransaction) throws {
    try Playlist.moveInTracks(track.id, after: other.id, of: id, in: db)
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
    """
    INSERT INTO "playlist_singers" ("playlist_id", "singer_id", "singers_position")
    VALUES (?1, ?2,
      (SELECT coalesce(max("singers_position") + 4096, 0) FROM "playlist_singers" WHERE "playlist_id" = ?1))
    ON CONFLICT DO NOTHING
    """,
    all: """
      INSERT INTO "playlist_singers" ("playlist_id", "singer_id", "singers_position")
      SELECT ?1, "value",
        (SELECT coalesce(max("singers_position") + 4096, 0) FROM "playlist_singers" WHERE "playlist_id" = ?1) +
          (row_number() OVER (ORDER BY "json_each"."id") - 1) * 4096 FROM json_each(?2) WHERE true
      ON CONFLICT DO NOTHING
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
      INSERT INTO "playlist_singers" ("playlist_id", "singer_id", "singers_position")
      VALUES (?1, ?2,
        coalesce(?3, (SELECT coalesce(max("singers_position") + 4096, 0) FROM "playlist_singers" WHERE "playlist_id" =
          ?1))) ON CONFLICT ("playlist_id", "singer_id") DO UPDATE SET "singers_position" = excluded."singers_position"
      """,
    positions: """
      SELECT "singers_position" FROM "playlist_singers" WHERE "playlist_id" = ?1
      ORDER BY "singers_position", "playlist_id", "singer_id" LIMIT ?2 OFFSET ?3
      """,
    around: """
      SELECT "singers_position",
        (SELECT "other"."singers_position" FROM "playlist_singers" AS "other" WHERE "other"."playlist_id" = ?1 AND
          ("other"."singers_position", "other"."playlist_id", "other"."singer_id") < ("own"."singers_position",
          "own"."playlist_id", "own"."singer_id") ORDER BY "other"."singers_position" DESC, "other"."playlist_id" DESC,
          "other"."singer_id" DESC LIMIT 1),
        (SELECT "other"."singers_position" FROM "playlist_singers" AS "other" WHERE "other"."playlist_id" = ?1 AND
          ("other"."singers_position", "other"."playlist_id", "other"."singer_id") > ("own"."singers_position",
          "own"."playlist_id", "own"."singer_id") ORDER BY "other"."singers_position", "other"."playlist_id",
          "other"."singer_id" LIMIT 1) FROM "playlist_singers" AS "own" WHERE "playlist_id" = ?1 AND "singer_id" = ?2
      """,
    place: """
      UPDATE "playlist_singers" SET "singers_position" = ?3 WHERE ("playlist_id", "singer_id") = (
        SELECT "playlist_id", "singer_id" FROM "playlist_singers" WHERE "playlist_id" = ?1
        ORDER BY "singers_position", "playlist_id", "singer_id" LIMIT 1 OFFSET ?2)
      """,
    occupied: """
      SELECT count(*) FROM (
        SELECT 1 FROM "playlist_singers"
        WHERE "playlist_id" = ?1 AND "singers_position" BETWEEN ?2 AND ?3 LIMIT ?4)
      """,
    spread: """
      UPDATE "playlist_singers" SET "singers_position" = ?2 + "n" * ?4 FROM (
        SELECT "playlist_id" AS "k0", "singer_id" AS "k1", row_number() OVER (ORDER BY "singers_position", "playlist_id", "singer_id") AS "n"
        FROM "playlist_singers" WHERE "playlist_id" = ?1 AND "singers_position" BETWEEN ?2 AND ?3)
      WHERE "playlist_singers"."playlist_id" = "k0" AND "playlist_singers"."singer_id" = "k1"
      """)
  /// Inserts this one at `index`, or moves it there.
  @inlinable public func insertIntoSingers(_ singer: Singer, at index: Int, in db: some WriteTransaction) throws {
    try Playlist.insertIntoSingers(singer.id, at: index, of: id, in: db)
  }
  /// Inserts this one before another one, or moves it there.
  @inlinable
  public func insertIntoSingers(_ singer: Singer, before other: Singer, in db: some WriteTransaction) throws {
    try Playlist.insertIntoSingers(singer.id, before: other.id, of: id, in: db)
  }
  /// Inserts this one after another one, or moves it there.
  @inlinable public func insertIntoSingers(_ singer: Singer, after other: Singer, in db: some WriteTransaction) throws {
    try Playlist.insertIntoSingers(singer.id, after: other.id, of: id, in: db)
  }
  public static let insertIntoSingers = _InsertMember(singersOrder)
  /// Moves the one at index `source` to index `destination`.
  @inlinable public func moveInSingers(from source: Int, to destination: Int, in db: some WriteTransaction) throws {
    try Playlist.moveInSingers(from: source, to: destination, of: id, in: db)
  }
  /// Moves this one before another one.
  @inlinable public func moveInSingers(_ singer: Singer, before other: Singer, in db: some WriteTransaction) throws {
    try Playlist.moveInSingers(singer.id, before: other.id, of: id, in: db)
  }
  /// Moves this one after another one.
  @inlinable public func moveInSingers(_ singer: Singer, after other: Singer, in db: some WriteTransaction) throws {
    try Playlist.moveInSingers(singer.id, after: other.id, of: id, in: db)
  }
  public static let moveInSingers = _MoveMember(singersOrder)
}
