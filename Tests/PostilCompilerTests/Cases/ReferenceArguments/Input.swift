// @table
// @hasMany(steps: Project, inverse: item, onDelete: cascade)
// @manyToMany(Project)
struct Item: Sendable {
  let id: ID
  // @references(Project, Tag, inverse: items)
  var projectID: Project.ID
  // @references(inverse: "items")
  var moreID: Project.ID
}

// @table
struct Project: Sendable {
  let id: ID
}
