import Postil

/// A list of items.
// @table
struct List: Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
}
