// @table
// @manyToMany(friends: Person, inverse: friends)
struct Person: Sendable {
  let id: ID
}
