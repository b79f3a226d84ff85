// @table
struct Item: Sendable {
  let id: ID
  var café: String
}
