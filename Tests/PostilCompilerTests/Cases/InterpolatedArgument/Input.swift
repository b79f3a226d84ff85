// @table
struct Item: Sendable {
  let id: ID
  var title: String  // @check("length(title) > \(limit)")
  var note: String  // @check("note <> '\q'")
}
