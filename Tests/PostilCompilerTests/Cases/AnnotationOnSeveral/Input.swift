// @table
struct Item: Sendable {
  let id: ID
  var first: Int, second: Int  // @unique
}
