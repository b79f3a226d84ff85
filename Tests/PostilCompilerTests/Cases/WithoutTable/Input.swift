struct Item: Sendable {
  let id: Int  // @primaryKey
}

// @manyToMany(tags: Tag)
struct Tag: Sendable {
  let id: Int
}
