import Postil

/// A film, in a database without foreign keys.
// @table(sql: "CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
struct Film: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var title: String
}

/// A role in a film, and the film that it was taken from.
// @table(sql: "CREATE TABLE casting (id INTEGER PRIMARY KEY, role TEXT NOT NULL, film_id INTEGER NOT NULL, origin_id INTEGER)")
struct Casting: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var role: String

  // @references(inverse: castings, enforced: false, unindexed)
  var filmID: Film.ID
  // @references(inverse: copies, enforced: false, unindexed)
  var originID: Film.ID?
}

/// A review of a film, in a table that Postil manages.
// @table
struct Review: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var stars: Int

  // @references(inverse: reviews, enforced: false)
  var filmID: Film.ID
}
