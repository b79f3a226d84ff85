// @table
// @query(late: "WHERE 1")
// @trigger("x")
struct Item: Sendable {
  let id: ID
  var a: String  // @json
  var b: String
  var c: String  // @store(as: packed)
}
