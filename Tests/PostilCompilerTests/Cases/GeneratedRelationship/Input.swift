// @table
struct Item: Sendable {
  let code: String  // @primaryKey
  // @references(inverse: _rowSource)
  var parentID: Item.ID?

  // @manyToMany(id: Item)
}
