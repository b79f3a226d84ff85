// @table
struct Item: Sendable {
  let id: ID
  var title: String
}

// @view("SELECT id, title AS name FROM item", unlisted)
struct Named: Sendable {
  let id: Item.ID
  let title: String
}

// @view("SELECT id, title AS name FROM item", unlsted)
struct Misspelt: Sendable {
  let id: Item.ID
  let name: String
}
