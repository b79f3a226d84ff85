import Postil

/// A film, in a database without foreign keys.
// @table
struct Film: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var title: String
}

/// A role in a film, and the film that it was taken from.
// @table
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
