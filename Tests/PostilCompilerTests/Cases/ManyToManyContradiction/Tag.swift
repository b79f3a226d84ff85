// @table
// @manyToMany(items: Item)
// @manyToMany(marked: Tag, inverse: marks)
struct Tag: Sendable {
  let id: ID
}
