// @table
struct Item: Sendable {
  let id: ID
  // @references
  var list: List.ID
}

// @table
struct List: Sendable {
  let id: ID
}

// @table
struct Note: Sendable {
  // @references
  let id: List.ID
}
