import Postil

/// Songs in an order, and the singers on the cover.
// @table
// @hasMany(tracks: Track, inverse: playlist, ordered)
// @manyToMany(singers: Singer, inverse: playlists, ordered, max: 5)
public struct Playlist: Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String
}
