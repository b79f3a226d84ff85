// @table
struct Node: Sendable {
  let id: ID
  // @references(inverse: children)
  var parentID: Node.ID
}
