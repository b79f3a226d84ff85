// @table
// @hasMany(items: Item, inverse: lst)
// @hasMany(people: Person, inverse: list)
// @hasMany(stpes: Itm, inverse: list)
struct List: Sendable {
  let id: ID
}

// @table
struct Item: Sendable {
  let id: ID
  // @references
  var listID: List.ID
}

// @table
struct Person: Sendable {
  let id: ID
}
