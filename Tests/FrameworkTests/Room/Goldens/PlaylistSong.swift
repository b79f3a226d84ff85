import Postil

// @table(sql: """
//   CREATE TABLE `playlist_song` (`playlistId` INTEGER NOT NULL, `songId` TEXT NOT NULL, `position` INTEGER NOT NULL, PRIMARY KEY(`playlistId`, `songId`), FOREIGN KEY(`playlistId`) REFERENCES `playlist`(`playlistId`) ON UPDATE CASCADE ON DELETE CASCADE , FOREIGN KEY(`songId`) REFERENCES `song`(`songId`) ON UPDATE NO ACTION ON DELETE RESTRICT )
//   """)
// @index(songID, name: "index_playlist_song_songId")
struct PlaylistSong: Codable, Hashable, Identifiable, Sendable {
  // @references(inverse: playlistSongs, onDelete: cascade) @primaryKey @column("playlistId")
  let playlistID: Playlist.ID
  // @references(inverse: playlistSongs) @primaryKey @column("songId")
  let songID: Song.ID
  var position: Int
}
