// @table
// @manyToMany(tags: Tag)
// @manyToMany(marks: Tag)
struct Item: Sendable {
  let id: ID
}

// @table
// @manyToMany(friends: Person)
// @manyToMany(rivals: Person)
// @manyToMany(likes: Item, inverse: likers)
struct Person: Sendable {
  let id: ID
}
