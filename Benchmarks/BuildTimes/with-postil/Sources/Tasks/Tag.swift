import Postil

/// A word that items share.
// @table
struct Tag: Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
}
