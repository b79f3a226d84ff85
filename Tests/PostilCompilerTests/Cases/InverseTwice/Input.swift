// @table
struct Item: Sendable {
  let id: ID
  // @references(inverse: items)
  var projectID: Project.ID
  // @references(inverse: items)
  var otherID: Project.ID
}

// @table
struct Project: Sendable {
  let id: ID
}
