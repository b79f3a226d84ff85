// @table
struct Item: Sendable {
  let id: ID
  var a: Int  // @index(name: "x") @check("a > 0", name: "c")
  var b: Int  // @index(name: "X") @check("b > 0", name: "c")
  var c: Int  // @index(name: "item")
}
