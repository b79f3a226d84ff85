import Postil

/// A project that items belong to.
// @table
struct Project: Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
}
