// @table
// @hasMany(items: Item, inverse: list)
struct List: Sendable {
  let key: Int  // @primaryKey()  and prose
  let more: Int  // @primaryKey(2)
}

// @table
struct Item: Sendable {
  let id: ID
  // @references(onDelete: never)
  var listID: Int
}
