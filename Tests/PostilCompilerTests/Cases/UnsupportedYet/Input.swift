// @table
// @singleton
// @query(late: "WHERE 1")
// @trigger("x")
struct Item: Sendable {
  let id: ID
  var a: String  // @json
  var b: String
  var c: String  // @store(as: packed)
  var d: String  // @generated("a || b", stored)
  var e: Int  // @version
  var f: String  // @createdAt
  var g: String  // @updatedAt
  var h: String?  // @softDelete
}
