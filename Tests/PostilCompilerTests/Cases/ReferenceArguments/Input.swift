// @table
// @hasMany(steps: List, inverse: item, onDelete: cascade)
// @manyToMany(List)
struct Item: Sendable {
  let id: ID
  // @references(List, Tag, inverse: items)
  var listID: List.ID
  // @references(inverse: "items")
  var moreID: List.ID
}

// @table
struct List: Sendable {
  let id: ID
}
