// @table
// @hasMany(entries: Item, inverse: list)
struct List: Sendable {
  let id: ID
}
