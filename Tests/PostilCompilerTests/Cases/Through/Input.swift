// @table
// @manyToMany(a: Tag, through: Taging)
// @manyToMany(b: Tag, through: Mark)
// @manyToMany(c: Tag, from: item)
// @manyToMany(d: Item, through: Pair)
// @manyToMany(e: Item, through: Pair, from: one, to: one)
// @manyToMany(f: Tag, through: Tagging, from: itm)
// @manyToMany(g: Tag, through: Loose)
// @manyToMany(h: Item, through: Tagging)
// @hasMany(i: Tagging, inverse: item, through: Tagging)
// @manyToMany(j: Tag, through: Tagging, ordered)
// @manyToMany(k: Item, through: Mark)
// @manyToMany(l: Tag, through: Kept)
struct Item: Sendable {
  let id: ID
}

// @table
struct Tag: Sendable {
  let id: ID
}

// @table
// @unique(itemID, tagID)
struct Tagging: Sendable {
  let id: ID
  // @references
  let itemID: Item.ID
  // @references
  let tagID: Tag.ID
}

// @table
struct Mark: Sendable {
  let id: ID
  // @references
  let itemID: Item.ID
}

// @table
struct Pair: Sendable {
  // @primaryKey @references
  let oneID: Item.ID
  // @primaryKey @references
  let otherID: Item.ID
}

// @table
// @unique(itemID, tagID, where: "id > 0")
struct Loose: Sendable {
  let id: ID
  // @references
  let itemID: Item.ID
  // @references
  let tagID: Tag.ID
}

// @table
// @unique(itemID, tagID)
struct Kept: Sendable {
  let id: ID
  // @references
  let itemID: Item.ID
  // @references
  let tagID: Tag.ID
  let deletedAt: Date?  // @softDelete
}
