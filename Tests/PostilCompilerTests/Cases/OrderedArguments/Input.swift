// @table
// @hasMany(steps: Step, inverse: item, orderd)
// @hasOne(cover: Cover, inverse: item, ordered)
// @hasMany(parts: Part, inverse: item, ordered: true)
// @hasMany(bits: Bit, inverse: item, ordered, ordered)
struct Item: Sendable {
  let id: ID
}

// @table
struct Step: Sendable {
  let id: ID
  var itemID: Item.ID  // @references
  var otherID: Item.ID  // @references(ordered)
}

// @table
struct Cover: Sendable {
  let id: ID
  var itemID: Item.ID  // @references @unique
  var backID: Item.ID  // @references(inverse: back, ordered) @unique
}

// @table
struct Part: Sendable {
  let id: ID
  var itemID: Item.ID  // @references
}

// @table
struct Bit: Sendable {
  let id: ID
  var itemID: Item.ID  // @references
}
