// @table
// @manyToMany(tags: Tag, inverse: items, through: ItemTag)
struct Item: Sendable {
  let id: ID
}
