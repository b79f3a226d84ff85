// @table
struct Tag: Sendable {
  let id: ID
  // @manyToMany(items: Item)
}

// @table
// @manyToMany(tags: Tag, inverse: shelves)
// @manyToMany(people: Person)
struct Shelf: Sendable {
  let id: ID
}
