// @table
// @hasMany(items: Item)
// @hasMany(people: Person)
struct Project: Sendable {
  let id: ID
}

// @table
struct Item: Sendable {
  let id: ID
  // @references
  var projectID: Project.ID
  // @references
  var otherID: Project.ID
}

// @table
struct Person: Sendable {
  let id: ID
}
