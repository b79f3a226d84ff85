// @table
struct Item: Sendable {
  let id: ID
  // @references(inverse: items)
  var listID: List.ID
  // @references(inverse: items)
  var otherID: List.ID
}

// @table
struct List: Sendable {
  let id: ID
}
