// Written by Postil from Singer.swift. Don't edit this file; change the annotations instead.

import Postil

// MARK: - Singer

nonisolated extension Singer: Model {
  /// The primary key of `singer`; every model has its own type.
  public typealias ID = RowID<Singer>
  public static let table = _TableDescription(
    model: "Singer", name: "singer", columns: ["id", "name"], primaryKey: ["id"], required: ["name"])

  @inlinable public init(row: inout some RowReader) throws {
    (id, name) = try (row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, name) }

  public static let rowStatements = _RowStatements(
    insert: #"INSERT INTO "singer" ("name") VALUES (?1)"#, fetch: #"SELECT "id", "name" FROM "singer" WHERE "id" = ?1"#,
    update: #"UPDATE "singer" SET "name" = ?2 WHERE "id" = ?1"#,
    save: """
      INSERT INTO "singer" ("id", "name") VALUES (?1, ?2) ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name"
      """,
    delete: #"DELETE FROM "singer" WHERE "id" = ?1"#)

  /// A row of `singer` that isn't in the database yet.
  public struct Draft: Hashable, _ParentDraft {
    public var name: String
    public var albums: [Album.DraftOfSinger]

    public init(name: String, albums: [Album.DraftOfSinger] = []) {
      (self.name, self.albums) = (name, albums)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { name._bind(to: &binder) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Singer {
      try db._stored(Singer(draft: self, id: ID(db.insert(self))))
    }

    public static func hasChildren(_ draft: Draft) -> Bool { !draft.albums.isEmpty }
    @inlinable public func insertChildren(of row: Singer, in db: some WriteTransaction) throws {
      try Album.insert(albums, of: row.id, in: db)
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, name) = (id, draft.name)
  }

  /// The columns and relationships of `singer`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Singer
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Singer, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var name: Column<Singer, String> { Column("name", of: _rowSource) }
    public var albums: ToMany<Album> { ToMany(Singer.albumsRelationship, of: _rowSource) }
    public var playlists: ToMany<Playlist> { ToMany(Singer.playlistsRelationship, of: _rowSource) }
  }

  public static let albumsRelationship = Relationship<Singer, Album>(
    "albums", from: ["id"], to: ["singer_id"], orderedBy: "albums_position")
  public static let playlistsRelationship = Relationship<Singer, Playlist>(
    "playlists", from: ["id"], through: _JoinTable("playlist_singers", near: ["singer_id"], far: ["playlist_id"]),
    to: ["id"])

  // MARK: - albums
  /// The albums of this singer (`@hasMany(albums:)`), as a query.
  public var albums: Query<Album> { Query(Singer.albumsRelationship, of: id) }

  /// Adds one at the end, and removes it from its previous singer.
  @inlinable public func addToAlbums(_ album: Album, in db: some WriteTransaction) throws {
    try Singer.addToAlbums(album.id, of: id, in: db)
  }
  /// Adds all of them at the end, or none if one doesn't exist.
  @inlinable public func addToAlbums(contentsOf albums: some Sequence<Album>, in db: some WriteTransaction) throws {
    try Singer.addToAlbums(contentsOf: albums.map(\.id), of: id, in: db)
  }
  public static let addToAlbums = _AddMembers<Singer, Album>(
    """
    UPDATE "album" SET "singer_id" = ?1,
      "albums_position" = CASE WHEN "singer_id" = ?1 THEN "albums_position" ELSE (SELECT coalesce(max("albums_position")
        + 4096, 0) FROM "album" WHERE "singer_id" = ?1) END WHERE "id" = ?2
    """)

  /// The statements that find and move the albums of a singer.
  public static let albumsOrder = _RelationshipOrder<Singer, Album>(
    "Singer.albums",
    insert: """
      UPDATE "album" SET "singer_id" = ?1,
        "albums_position" = coalesce(?3, (SELECT coalesce(max("albums_position") + 4096, 0) FROM "album" WHERE
          "singer_id" = ?1)) WHERE "id" = ?2
      """,
    positions: """
      SELECT "albums_position" FROM "album" WHERE "singer_id" = ?1 ORDER BY "albums_position", "id" LIMIT ?2 OFFSET ?3
      """,
    around: """
      SELECT "albums_position",
        (SELECT "other"."albums_position" FROM "album" AS "other" WHERE "other"."singer_id" = ?1 AND
          ("other"."albums_position", "other"."id") < ("own"."albums_position", "own"."id") ORDER BY
          "other"."albums_position" DESC, "other"."id" DESC LIMIT 1),
        (SELECT "other"."albums_position" FROM "album" AS "other" WHERE "other"."singer_id" = ?1 AND
          ("other"."albums_position", "other"."id") > ("own"."albums_position", "own"."id") ORDER BY
          "other"."albums_position", "other"."id" LIMIT 1) FROM "album" AS "own" WHERE "singer_id" = ?1 AND "id" = ?2
      """,
    place: """
      UPDATE "album" SET "albums_position" = ?3 WHERE "id" = (
        SELECT "id" FROM "album" WHERE "singer_id" = ?1
        ORDER BY "albums_position", "id" LIMIT 1 OFFSET ?2)
      """,
    occupied: """
      SELECT count(*) FROM (
        SELECT 1 FROM "album"
        WHERE "singer_id" = ?1 AND "albums_position" BETWEEN ?2 AND ?3 LIMIT ?4)
      """,
    spread: """
      UPDATE "album" SET "albums_position" = ?2 + "n" * ?4 FROM (
        SELECT "id" AS "k0", row_number() OVER (ORDER BY "albums_position", "id") AS "n"
        FROM "album" WHERE "singer_id" = ?1 AND "albums_position" BETWEEN ?2 AND ?3)
      WHERE "album"."id" = "k0"
      """)
  /// Inserts this one at `index`, or moves it there.
  @inlinable public func insertIntoAlbums(_ album: Album, at index: Int, in db: some WriteTransaction) throws {
    try Singer.insertIntoAlbums(album.id, at: index, of: id, in: db)
  }
  /// Inserts this one before another one, or moves it there.
  @inlinable public func insertIntoAlbums(_ album: Album, before other: Album, in db: some WriteTransaction) throws {
    try Singer.insertIntoAlbums(album.id, before: other.id, of: id, in: db)
  }
  /// Inserts this one after another one, or moves it there.
  @inlinable public func insertIntoAlbums(_ album: Album, after other: Album, in db: some WriteTransaction) throws {
    try Singer.insertIntoAlbums(album.id, after: other.id, of: id, in: db)
  }
  public static let insertIntoAlbums = _InsertMember(albumsOrder)
  /// Moves the one at index `source` to index `destination`.
  @inlinable public func moveInAlbums(from source: Int, to destination: Int, in db: some WriteTransaction) throws {
    try Singer.moveInAlbums(from: source, to: destination, of: id, in: db)
  }
  /// Moves this one before another one.
  @inlinable public func moveInAlbums(_ album: Album, before other: Album, in db: some WriteTransaction) throws {
    try Singer.moveInAlbums(album.id, before: other.id, of: id, in: db)
  }
  /// Moves this one after another one.
  @inlinable public func moveInAlbums(_ album: Album, after other: Album, in db: some WriteTransaction) throws {
    try Singer.moveInAlbums(album.id, after: other.id, of: id, in: db)
  }
  public static let moveInAlbums = _MoveMember(albumsOrder)

  // MARK: - playlists
  /// The playlists of this singer (`@manyToMany(singers:)` of `Playlist`), as a query.
  public var playlists: Query<Playlist> { Query(Singer.playlistsRelationship, of: id) }

  /// Adds one; `false` if it was already there.
  @inlinable @discardableResult
  public func addToPlaylists(_ playlist: Playlist, in db: some WriteTransaction) throws -> Bool {
    try Singer.addToPlaylists(playlist.id, of: id, in: db)
  }
  /// Adds those that aren't there yet; returns how many were added.
  @inlinable @discardableResult
  public func addToPlaylists(
    contentsOf playlists: some Sequence<Playlist>, in db: some WriteTransaction
  ) throws -> Int {
    try Singer.addToPlaylists(contentsOf: playlists.map(\.id), of: id, in: db)
  }
  public static let addToPlaylists = _AddPairs<Singer, Playlist>(
    #"INSERT INTO "playlist_singers" ("singer_id", "playlist_id") VALUES (?1, ?2) ON CONFLICT DO NOTHING"#,
    all: """
      INSERT INTO "playlist_singers" ("singer_id", "playlist_id") SELECT ?1, "value" FROM json_each(?2) WHERE true
      ON CONFLICT DO NOTHING
      """)
  /// Removes one; `false` if it wasn't there.
  @inlinable @discardableResult
  public func removeFromPlaylists(_ playlist: Playlist, in db: some WriteTransaction) throws -> Bool {
    try Singer.removeFromPlaylists(playlist.id, of: id, in: db)
  }
  public static let removeFromPlaylists = _RemoveOne<Singer, Playlist>(
    #"DELETE FROM "playlist_singers" WHERE "singer_id" = ?1 AND "playlist_id" = ?2"#)
  /// Removes all; returns how many were removed.
  @inlinable @discardableResult public func removeAllFromPlaylists(in db: some WriteTransaction) throws -> Int {
    try Singer.removeAllFromPlaylists(of: id, in: db)
  }
  public static let removeAllFromPlaylists = _RemoveAll<Singer>(
    #"DELETE FROM "playlist_singers" WHERE "singer_id" = ?1"#)
  /// Replaces the playlists with these; returns how many were removed and added.
  @inlinable @discardableResult
  public func replacePlaylists(with playlists: some Sequence<Playlist>, in db: some WriteTransaction) throws -> Int {
    try Singer.replacePlaylists(with: playlists.map(\.id), of: id, in: db)
  }
  public static let replacePlaylists = _ReplacePairs(
    playlistsRelationship, addToPlaylists, removeFromPlaylists, removeAllFromPlaylists,
    others: """
      DELETE FROM "playlist_singers" WHERE "singer_id" = ?1 AND "playlist_id" NOT IN (SELECT "value" FROM json_each(?2))
      """)
}

// MARK: - Album

nonisolated extension Album: Model {
  /// The primary key of `album`; every model has its own type.
  public typealias ID = RowID<Album>
  public static let table = _TableDescription(
    model: "Album", name: "album", columns: ["id", "name", ColumnName("singer_id", property: "singerID")],
    primaryKey: ["id"], required: ["name", "singer_id"], indexed: ["singer_id"],
    orders: [_MemberOrder("albums_position", among: ["singer_id"])])

  @inlinable public init(row: inout some RowReader) throws {
    (id, name, singerID) = try (row.read(), row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, name, singerID) }

  public static let rowStatements = _RowStatements(
    insert: """
      INSERT INTO "album" ("name", "singer_id", "albums_position")
      VALUES (?1, ?2, (SELECT coalesce(max("albums_position") + 4096, 0) FROM "album" WHERE "singer_id" = ?2))
      """,
    fetch: #"SELECT "id", "name", "singer_id" FROM "album" WHERE "id" = ?1"#,
    update: """
      UPDATE "album" SET "name" = ?2, "singer_id" = ?3,
        "albums_position" = CASE WHEN "singer_id" = ?3 THEN "albums_position" ELSE (SELECT
          coalesce(max("albums_position") + 4096, 0) FROM "album" WHERE "singer_id" = ?3) END WHERE "id" = ?1
      """,
    save: """
      INSERT INTO "album" ("id", "name", "singer_id", "albums_position")
      VALUES (?1, ?2, ?3, (SELECT coalesce(max("albums_position") + 4096, 0) FROM "album" WHERE "singer_id" = ?3))
      ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name", "singer_id" = excluded."singer_id",
        "albums_position" = CASE WHEN "singer_id" = excluded."singer_id" THEN "albums_position" ELSE (SELECT
          coalesce(max("albums_position") + 4096, 0) FROM "album" WHERE "singer_id" = excluded."singer_id") END
      """,
    delete: #"DELETE FROM "album" WHERE "id" = ?1"#)

  /// A row of `album` that isn't in the database yet.
  public struct Draft: Hashable, ModelDraft {
    public var name: String
    public var singerID: Singer.ID

    public init(name: String, singerID: Singer.ID) {
      (self.name, self.singerID) = (name, singerID)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(name, singerID) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Album {
      try db._stored(Album(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, name, singerID) = (id, draft.name, draft.singerID)
  }

  /// A `Draft` without `singerID`, inserted together with the draft of its singer.
  public struct DraftOfSinger: Hashable, _ChildDraft {
    public var name: String

    public init(name: String) {
      self.name = name
    }

    public func draft(of singerID: Singer.ID) -> Draft { Draft(name: name, singerID: singerID) }
  }

  /// The columns and relationships of `album`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Album
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Album, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var name: Column<Album, String> { Column("name", of: _rowSource) }
    public var singerID: Column<Album, Singer.ID> { Column("singer_id", of: _rowSource) }
    public var singer: Singer.Columns { Singer.Columns(_rowSource.joined(by: Album.singerRelationship)) }
  }

  public static let singerRelationship = Relationship<Album, Singer>(
    "singer", from: ["singer_id"], to: ["id"], isRequired: true)

  // MARK: - singer
  /// The singer of this album (`@references` on `singerID`).
  @inlinable public func singer(in db: some ReadTransaction) throws -> Singer { try Singer.find(singerID, in: db) }
  /// Sets the singer of this album; returns the changed album.
  @inlinable @discardableResult public func setSinger(_ singer: Singer, in db: some WriteTransaction) throws -> Album {
    try Album.setSinger(singer.id, of: self, in: db) { $0.singerID = singer.id }
  }
  public static let setSinger = _SetReference<Album, Singer.ID>(
    """
    UPDATE "album" SET "singer_id" = ?1,
      "albums_position" = CASE WHEN "singer_id" = ?1 THEN "albums_position" ELSE (SELECT coalesce(max("albums_position")
        + 4096, 0) FROM "album" WHERE "singer_id" = ?1) END WHERE "id" = ?2
    """)
}
