import Foundation
import Postil

// @table(sql: """
//   CREATE TABLE `song` (`songId` TEXT NOT NULL, `title` TEXT NOT NULL, `artist_id` INTEGER NOT NULL, `duration` INTEGER NOT NULL, `rating` REAL, `cover` BLOB, PRIMARY KEY(`songId`), FOREIGN KEY(`artist_id`) REFERENCES `artist`(`id`) ON UPDATE NO ACTION ON DELETE CASCADE )
//   """)
// @index(artistID, name: "index_song_artist_id")
struct Song: Codable, Hashable, Identifiable, Sendable {
  let id: String  // @column("songId")
  var title: String
  // @references(inverse: songs, onDelete: cascade)
  var artistID: Artist.ID
  var duration: Int
  var rating: Double?
  var cover: Data?
}
