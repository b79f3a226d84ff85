import Postil

/// A word that is given to items.
// @table
struct Tag: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
}
