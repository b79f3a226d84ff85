// @table
// @query(late: "WHERE 1")
// @trigger("x")
struct Item: Sendable {
  let id: ID
  var b: String
}
