// @table
struct Item: Sendable {
  let id: ID
  // @references(onDelete: nullify)
  var listID: List.ID

  // @references(onDelete: cascad)
  var otherID: List.ID?

  // @references(onDelete: remove)
  var moreID: List.ID?
}

// @table
struct List: Sendable {
  let id: ID
}
