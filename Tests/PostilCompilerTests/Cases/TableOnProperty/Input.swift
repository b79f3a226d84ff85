// @table
struct Item: Sendable {
  let id: ID
  var title: String  // @table("title")
}
