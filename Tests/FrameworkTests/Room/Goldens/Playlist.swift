import Foundation
import Postil

// @table(sql: """
//   CREATE TABLE `playlist` (`playlistId` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, `name` TEXT NOT NULL, `createdAt` INTEGER NOT NULL, `isPinned` INTEGER NOT NULL DEFAULT 0)
//   """)
// @manyToMany(songs: Song, through: PlaylistSong, inverse: playlists)
struct Playlist: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // @column("playlistId")
  var name: String
  var createdAt: Date  // @column("createdAt") @store(as: unixMilliseconds)
  var isPinned: Bool  // @column("isPinned") @default(sql: "0")
}
