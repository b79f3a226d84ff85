// @table
// @query(late: "WHERE 1")
struct Item: Sendable {
  let id: ID
  var b: String
}
