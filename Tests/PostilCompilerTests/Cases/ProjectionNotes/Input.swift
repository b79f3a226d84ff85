// @table
struct Item: Sendable {
  let id: ID
  var title: String
}

// @projection
// @hasMany(items: Item, inverse: line)
// @index(title)
// @allow(nullableUnique, reason: "none")
struct Line: Sendable {
  // @primaryKey
  let id: Item.ID
  // @unique
  var title: String
  // @references
  var itemID: Item.ID
  // @generated("1")
  var count: Int
  var nodes: String
  var _rowSource: String
  var tags: [String]
}

// @projection
struct Empty: Sendable {
  static let limit = 3
  var shown = false  // @transient
}

// @projection(title)
struct Arguments: Sendable {
  var title: String
}

// @table
// @projection
struct Stored: Sendable {
  let id: ID
}

// @projection
// @view("SELECT title FROM item")
struct Viewed: Sendable {
  var title: String
}

// @projection
struct Twice: Sendable {
  var title: String
  var name: String  // @column("title")

  struct Columns {}
}

// @projection
struct Line2: Sendable {
  let id: ID
}

// @projection
private struct Hidden: Sendable {
  var title: String
}

// @projection
struct Shared {
  var title: String
}

// @projection
struct Whole: Sendable {
  var item: Item
  var items: [Item]
  var other: Line?
  var id: Item.ID
}
