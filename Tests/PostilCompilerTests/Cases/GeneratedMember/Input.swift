// @table
struct Item: Sendable {
  let id: ID
  var source: String
}
