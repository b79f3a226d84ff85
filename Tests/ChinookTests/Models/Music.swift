import Foundation
import Postil

// The music that the shop sells. Every name in the database is given by a note, for the file has names of another style.

// @table("Artist")
struct Artist: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("ArtistId")
  var name: String?  // @column("Name")
}

// @table("Album")
struct Album: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("AlbumId")
  var title: String  // @column("Title")

  // @references(inverse: albums, onDelete: noAction) @column("ArtistId")
  var artistID: Artist.ID
}

// @table("Genre")
struct Genre: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("GenreId")
  var name: String?  // @column("Name")
}

// @table("MediaType")
struct MediaType: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("MediaTypeId")
  var name: String?  // @column("Name")
}

// @table("Track")
struct Track: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("TrackId")
  var name: String  // @column("Name")
  var composer: String?  // @column("Composer")
  var milliseconds: Int  // @column("Milliseconds")
  var bytes: Int?  // @column("Bytes")
  var unitPrice: Double  // @column("UnitPrice") @allow(floatingPointMoney, reason: "the file has it so")

  // @references(inverse: tracks, onDelete: noAction) @column("AlbumId")
  var albumID: Album.ID?
  // @references(inverse: tracks, onDelete: noAction) @column("GenreId")
  var genreID: Genre.ID?
  // @references(inverse: tracks, onDelete: noAction) @column("MediaTypeId")
  var mediaTypeID: MediaType.ID
}

// @table("Playlist")
// @manyToMany(tracks: Track, through: PlaylistTrack, inverse: playlists)
struct Playlist: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("PlaylistId")
  var name: String?  // @column("Name")
}

// @table("PlaylistTrack")
struct PlaylistTrack: Codable, Hashable, Sendable {
  // @references(onDelete: noAction) @primaryKey @column("PlaylistId")
  let playlistID: Playlist.ID
  // @references(onDelete: noAction) @primaryKey @column("TrackId")
  let trackID: Track.ID
}
