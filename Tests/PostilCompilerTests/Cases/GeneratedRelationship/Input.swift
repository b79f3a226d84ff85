// @table
struct Item: Sendable {
  let code: String  // @primaryKey
  // @references(inverse: source)
  var parentID: Item.ID?

  // @manyToMany(id: Item)
}
