// @table
struct Item: Sendable {
  let id: ID
  var title: String  // @check("length(title) >")
  var note: String  // @check("length(note) >> > 0")
  var more: String  // @check("more SELECT")
}
