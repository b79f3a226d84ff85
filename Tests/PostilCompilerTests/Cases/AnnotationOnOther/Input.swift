// @hasMany(items: Item, inverse: kind)
enum Kind: Int, Sendable {
  case a
}

// @table
struct Item: Sendable {
  let id: ID

  // @manyToMany(tags: Tag)
  enum Mood: Int {
    case good
  }

  // @primaryKey
  struct Part {}
}
