import Postil

/// What items belong to.
// @table
struct Project: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
}
