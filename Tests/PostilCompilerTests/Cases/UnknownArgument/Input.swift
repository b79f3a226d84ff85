// @table
// @index(title, were: "title > 1")
// @unique(title, colour: blue)
struct Item: Sendable {
  let id: ID
  var title: String
}
