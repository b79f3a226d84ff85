// @table
// @hasMany(steps: Step, inverse: item, min: 3, max: 2)
// @hasOne(cover: Cover, inverse: item, max: 1)
// @hasOne(back: Back, inverse: item, min: 2)
// @hasMany(parts: Part, inverse: item, min: 0, max: -1)
// @hasMany(bits: Bit, inverse: item, max: 5)
// @manyToMany(tags: Tag, min: some, max: 1.5)
// @manyToMany(labels: Tag, max: 99999999999)
struct Item: Sendable {
  let id: ID
}

// @table
struct Step: Sendable {
  let id: ID
  var itemID: Item.ID  // @references
  var otherID: Item.ID  // @references(max: 3)
}

// @table
struct Cover: Sendable {
  let id: ID
  var itemID: Item.ID  // @references @unique
}

// @table
struct Back: Sendable {
  let id: ID
  var itemID: Item.ID  // @references @unique
}

// @table
struct Part: Sendable {
  let id: ID
  var itemID: Item.ID  // @references
}

// @table
struct Bit: Sendable {
  let id: ID
  var itemID: Item.ID  // @references(max: 6)
}

// @table
struct Tag: Sendable {
  let id: ID
}
