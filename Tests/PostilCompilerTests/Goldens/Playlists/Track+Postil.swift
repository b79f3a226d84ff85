// Written by Postil from Track.swift. Don't edit this file; change the annotations instead.

import Postil

// MARK: - Track

nonisolated extension Track: Model {
  /// The primary key of `track`; every model has its own type.
  public typealias ID = RowID<Track>
  public static let table = _TableDescription(
    model: "Track", name: "track", columns: ["id", "title", ColumnName("playlist_id", property: "playlistID")],
    primaryKey: ["id"], required: ["title"], indexed: ["playlist_id"],
    orders: [_MemberOrder("tracks_position", among: ["playlist_id"])])

  @inlinable public init(row: inout some RowReader) throws {
    (id, title, playlistID) = try (row.read(), row.read(), row.read())
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(id, title, playlistID) }

  public static let rowStatements = _RowStatements(
    insert: """
      INSERT INTO "track" ("title", "playlist_id", "tracks_position")
      VALUES (?1, ?2, (SELECT coalesce(max("tracks_position") + 4096, 0) FROM "track" WHERE "playlist_id" = ?2))
      """,
    fetch: #"SELECT "id", "title", "playlist_id" FROM "track" WHERE "id" = ?1"#,
    update: """
      UPDATE "track" SET "title" = ?2, "playlist_id" = ?3,
        "tracks_position" = CASE WHEN "playlist_id" = ?3 THEN "tracks_position" ELSE (SELECT
          coalesce(max("tracks_position") + 4096, 0) FROM "track" WHERE "playlist_id" = ?3) END WHERE "id" = ?1
      """,
    save: """
      INSERT INTO "track" ("id", "title", "playlist_id", "tracks_position")
      VALUES (?1, ?2, ?3, (SELECT coalesce(max("tracks_position") + 4096, 0) FROM "track" WHERE "playlist_id" = ?3))
      ON CONFLICT ("id") DO UPDATE SET "title" = excluded."title", "playlist_id" = excluded."playlist_id",
        "tracks_position" = CASE WHEN "playlist_id" = excluded."playlist_id" THEN "tracks_position" ELSE (SELECT
          coalesce(max("tracks_position") + 4096, 0) FROM "track" WHERE "playlist_id" = excluded."playlist_id") END
      """,
    delete: #"DELETE FROM "track" WHERE "id" = ?1"#)

  /// A row of `track` that isn't in the database yet.
  public struct Draft: Hashable, ModelDraft {
    public var title: String
    public var playlistID: Playlist.ID?

    public init(title: String, playlistID: Playlist.ID? = nil) {
      (self.title, self.playlistID) = (title, playlistID)
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) { binder.bind(title, playlistID) }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Track {
      try db._stored(Track(draft: self, id: ID(db.insert(self))))
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, title, playlistID) = (id, draft.title, draft.playlistID)
  }

  /// A `Draft` without `playlistID`, inserted together with the draft of its playlist.
  public struct DraftOfPlaylist: Hashable, _ChildDraft {
    public var title: String

    public init(title: String) {
      self.title = title
    }

    public func draft(of playlistID: Playlist.ID) -> Draft { Draft(title: title, playlistID: playlistID) }
  }

  /// The columns and relationships of `track`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Track
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Track, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var title: Column<Track, String> { Column("title", of: _rowSource) }
    public var playlistID: Column<Track, Playlist.ID?> { Column("playlist_id", of: _rowSource) }
    public var playlist: OptionalColumns<Playlist> {
      OptionalColumns(_rowSource.joined(by: Track.playlistRelationship))
    }
  }

  public static let playlistRelationship = Relationship<Track, Playlist>("playlist", from: ["playlist_id"], to: ["id"])

  // MARK: - playlist
  /// The playlist of this track (`@references` on `playlistID`).
  @inlinable public func playlist(in db: some ReadTransaction) throws -> Playlist? {
    try playlistID.flatMap { try Playlist.fetch($0, in: db) }
  }
  /// Sets the playlist of this track; returns the changed track.
  @inlinable @discardableResult
  public func setPlaylist(_ playlist: Playlist?, in db: some WriteTransaction) throws -> Track {
    try Track.setPlaylist(playlist?.id, of: self, in: db) { $0.playlistID = playlist?.id }
  }
  public static let setPlaylist = _SetReference<Track, Playlist.ID?>(
    """
    UPDATE "track" SET "playlist_id" = ?1,
      "tracks_position" = CASE WHEN "playlist_id" = ?1 THEN "tracks_position" ELSE (SELECT
        coalesce(max("tracks_position") + 4096, 0) FROM "track" WHERE "playlist_id" = ?1) END WHERE "id" = ?2
    """)
}
