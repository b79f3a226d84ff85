// @table
struct Item: Sendable {
  let id: ID
  var rowSource: String
}
