import Postil

/// A song in a playlist, or in none.
// @table
public struct Track: Hashable, Identifiable, Sendable {
  public let id: ID
  public var title: String
  // @references(onDelete: nullify)
  public var playlistID: Playlist.ID?
}
