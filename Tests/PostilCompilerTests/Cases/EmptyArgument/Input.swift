// @table
// @index(title,, id)
// @index(title:)
struct Item: Sendable {
  let id: ID
  var title: String
}
