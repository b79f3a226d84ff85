// @table
// @manyToMany(tags: Tag, inverse: items)
// @manyToMany(marks: Tag, inverse: marked)
struct Item: Sendable {
  let id: ID
}
