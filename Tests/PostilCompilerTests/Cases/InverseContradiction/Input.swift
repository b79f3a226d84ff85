// @table
// @hasMany(entries: Item, inverse: project)
struct Project: Sendable {
  let id: ID
}
