// @table
struct Item: Sendable {
  let id: ID
  var title: String = "no end
}
