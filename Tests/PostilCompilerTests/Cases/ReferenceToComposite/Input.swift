// @table
struct Item: Sendable {
  let id: ID
  // @references(Pair)
  var pairID: Int

  // @references
  var otherID: Pair.ID
}

// @table
// @manyToMany(items: Item)
struct Pair: Sendable {
  let a: Int  // @primaryKey
  let b: Int  // @primaryKey
}
