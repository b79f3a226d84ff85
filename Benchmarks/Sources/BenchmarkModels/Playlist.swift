import Postil

/// Tracks in an order of their own.
// @table
public struct Playlist: Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String

  // @hasMany(tracks: Track, inverse: playlist, ordered)
}

/// A track of a playlist.
// @table
public struct Track: Hashable, Identifiable, Sendable {
  public let id: ID
  public var title: String

  // @references(onDelete: cascade)
  public var playlistID: Playlist.ID
}
