// @table
struct Item: Sendable {
  let id: ID
  // @references
  var listID: List.ID
}

// @table
struct List: Sendable {
  let id: ID
  // @references
  var ownerID: Person.ID
}

// @table
struct Person: Sendable {
  let id: ID
  // @references
  var itemID: Item.ID
}
