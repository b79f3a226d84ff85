// @table
struct Item: Sendable {
  let code: String  // @primaryKey
  // @references(inverse: rowSource)
  var parentID: Item.ID?

  // @manyToMany(id: Item)
}
