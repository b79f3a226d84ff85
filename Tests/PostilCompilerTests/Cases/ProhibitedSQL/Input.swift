// @table
// @index(a, where: "b > (SELECT 1)")
// @index(a, where: "b > random()")
struct Item: Sendable {
  let id: ID
  var title: String  // @check("title IN (SELECT 1)")
  var a: Int
  var b: Int  // @check("count(b) > 0")
}
