// @table
// @hasOne(item: Item, inverse: project)
// @hasMany(profiles: Profile, inverse: owner)
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
struct Profile: Sendable {
  let id: ID
  // @references @unique
  var ownerID: Project.ID
}
