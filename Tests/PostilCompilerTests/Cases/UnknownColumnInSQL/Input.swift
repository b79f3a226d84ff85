// @table
// @index(title, where: "don = 0")
// @check("item.missing = 1")
struct Item: Sendable {
  let id: ID
  var title: String  // @check("length(titel) > 0")
  var dueAt: Int  // @check("dueAt > 0")
}
