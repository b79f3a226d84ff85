// @table
struct Item: Sendable {
  let id: ID
  var title: String  // @unique and short
}
