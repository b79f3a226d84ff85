// @table
struct Item: Sendable {
  let id: ID
  var title: String
  // @references
  var titleID: Title.ID
}

// @view("SELECT id, title FROM item")
// @hasMany(items: Item, inverse: title)
// @index(title)
struct Title: Sendable {
  // @primaryKey
  let id: Int
  // @unique
  var title: String
}

// @view("SELECT id FROM item")
struct Referring: Sendable {
  // @references(inverse: referrings, onDelete: cascade)
  let itemID: Item.ID
}

// @table
// @view("SELECT id FROM item")
struct Both: Sendable {
  let id: ID
}

// @view("SELECT title FROM item")
final class Reference: Sendable {
  let title = ""
}

// @view("SELECT title FROM item")
extension Item {}

// @view("SELECT title FROM item")

struct Parted: Sendable {
  var title: String
  // @view("SELECT title FROM item")
  var other: String
}

/// @view("SELECT title FROM item")
struct Documented: Sendable {
  var title: String
}
