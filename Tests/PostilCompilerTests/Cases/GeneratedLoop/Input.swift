// @table
struct Item: Sendable {
  let id: ID
  var first: Int  // @generated("second + 1")
  var second: Int  // @generated("first + 1", stored)
  var fine: Int  // @generated("id + 1")
}

// @table
struct Project: Sendable {
  let id: ID
  var alone: Int  // @generated("alone")
}
