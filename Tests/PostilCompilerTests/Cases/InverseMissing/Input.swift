// @table
// @hasMany(items: Item)
// @hasMany(people: Person)
struct List: Sendable {
  let id: ID
}

// @table
struct Item: Sendable {
  let id: ID
  // @references
  var listID: List.ID
  // @references
  var otherID: List.ID
}

// @table
struct Person: Sendable {
  let id: ID
}
