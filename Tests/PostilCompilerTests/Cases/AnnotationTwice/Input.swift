// @table
// @table("things")
struct Item: Sendable {
  let id: ID
  var title: String  // @column("a") @column("b")
}
