import Postil

/// A node of a tree.
// @table
struct Node: Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
  var isOpen: Bool
  var weight: Int?

  // @references(inverse: children)
  var parentID: Node.ID?
}
