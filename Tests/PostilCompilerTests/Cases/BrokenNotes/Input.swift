// @table
// @hasMany(items: Item, inverse: project)
struct Project: Sendable {
  let key: Int  // @primaryKey()  and prose
  let more: Int  // @primaryKey(2)
}

// @table
struct Item: Sendable {
  let id: ID
  // @references(onDelete: never)
  var projectID: Int
}
