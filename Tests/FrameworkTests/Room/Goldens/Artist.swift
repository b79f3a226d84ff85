import Postil

// @table(sql: """
//   CREATE TABLE `artist` (`id` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, `name` TEXT NOT NULL, `street` TEXT, `city` TEXT)
//   """)
// @unique(name, name: "index_artist_name")
struct Artist: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
  var street: String?
  var city: String?
}
