// @table
// @hasMany(steps: Step, inverse: item, ordered)
// @hasMany(parts: Step, inverse: item, max: 20)
// @manyToMany(tags: Tag, inverse: items, through: ItemTag)
// @hasMany(bits: Step, inverse: item, min: 1)
struct Item: Sendable {
  let id: ID
}
