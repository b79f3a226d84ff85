// @table
struct Item: Sendable {
  let id: ID
  var `self`: String
  var `Type`: Int  // @column("kind")
  var `Protocol` = false
  var `init`: String
  var type: String
}

// @table
struct Part: Sendable {
  let id: ID

  // @references(Item)
  var selfID: Item.ID?

  // @manyToMany(Type: Item)
}
