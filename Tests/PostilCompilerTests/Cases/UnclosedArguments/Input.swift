// @table
struct Item: Sendable {
  let id: ID
  var title: String  // @check("length(title) > 0"
  var note: String  // @check("length(note) > 0)
}
