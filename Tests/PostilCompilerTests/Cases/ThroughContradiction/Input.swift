// @table
// @manyToMany(tags: Tag, through: Tagging, inverse: items)
struct Item: Sendable {
  let id: ID
}

// @table
// @manyToMany(items: Item, inverse: tags)
struct Tag: Sendable {
  let id: ID
}

// @table
struct Tagging: Sendable {
  // @primaryKey @references
  let itemID: Item.ID
  // @primaryKey @references
  let tagID: Tag.ID
}
