// @table
struct Item: Sendable {
  let id: ID
  // @column("name")

  var title: String
}
