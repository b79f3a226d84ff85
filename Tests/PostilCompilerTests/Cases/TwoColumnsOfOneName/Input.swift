// @table
struct Item: Sendable {
  let id: ID
  var dueAt: Int
  var due_at: Int
  var title: String
  var name: String  // @column("TITLE")
}
