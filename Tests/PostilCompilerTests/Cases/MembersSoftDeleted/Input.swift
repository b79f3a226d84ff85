// @table
// @manyToMany(tags: Tag, ordered)
// @manyToMany(marks: Tag, inverse: items, min: 1, max: 3)
// @manyToMany(projects: Project, ordered, max: 3)
// @hasMany(notes: Note, inverse: item, ordered, min: 1)
struct Item: Sendable {
  let id: ID
  let deletedAt: Date?  // @softDelete
}

// @table
struct Tag: Sendable {
  let id: ID
  let deletedAt: Date?  // @softDelete
}

// @table
struct Project: Sendable {
  let id: ID
}

// @table
struct Note: Sendable {
  let id: ID
  // @references(onDelete: cascade)
  var itemID: Item.ID
  let deletedAt: Date?  // @softDelete
}
