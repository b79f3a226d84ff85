// @table
struct Item: Sendable {
  let id: ID
  var title: String

// @table
struct Tag: Sendable {
  let id: ID
}
