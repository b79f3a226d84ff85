// @table
// @manyToMany(tags: Tag)
struct Item: Sendable {
  let id: ID
}

// @table
struct Tag: Sendable {
  let id: ID
}

// @table
struct ItemTags: Sendable {
  let id: ID
}
