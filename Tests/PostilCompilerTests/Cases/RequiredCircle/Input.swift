// @table
struct Item: Sendable {
  let id: ID
  // @references
  var projectID: Project.ID
}

// @table
struct Project: Sendable {
  let id: ID
  // @references
  var ownerID: Person.ID
}

// @table
struct Person: Sendable {
  let id: ID
  // @references
  var itemID: Item.ID
}
