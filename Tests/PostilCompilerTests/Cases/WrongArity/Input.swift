// @table
// @hasOne(item: Item, inverse: list)
// @hasMany(profiles: Profile, inverse: owner)
struct List: Sendable {
  let id: ID
}

// @table
struct Item: Sendable {
  let id: ID
  // @references
  var listID: List.ID
}

// @table
struct Profile: Sendable {
  let id: ID
  // @references @unique
  var ownerID: List.ID
}
