// @table
// @index(title.down)
// @unique(title.descending)
struct Item: Sendable {
  let id: ID
  var title: String
}
