// @table
struct Item: Sendable {
  let id: ID
  var title: String  // @check("length(title) >")
  var note: String  // @check("length(note) >> > 0")
  var more: String  // @check("more SELECT")
}

// @table
// @check("order > 0")
// @index("lower(Group)")
// @index(group, where: "order > 0 AND length(\"group\") > 0")
struct Step: Sendable {
  let id: ID
  var order: Int  // @check("\"order\" > 0 AND [order] < 9")
  var group: String
}
