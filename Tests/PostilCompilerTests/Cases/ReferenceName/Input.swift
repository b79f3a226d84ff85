// @table
struct Item: Sendable {
  let id: ID
  // @references
  var project: Project.ID
}

// @table
struct Project: Sendable {
  let id: ID
}

// @table
struct Note: Sendable {
  // @references
  let id: Project.ID
}
