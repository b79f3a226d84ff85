// @table
// @hasMany(items: Item, inverse: projct)
// @hasMany(people: Person, inverse: project)
// @hasMany(stpes: Itm, inverse: project)
struct Project: Sendable {
  let id: ID
}

// @table
struct Item: Sendable {
  let id: ID
  // @references
  var projectID: Project.ID
}

// @table
struct Person: Sendable {
  let id: ID
}
