// @table
struct Item: Sendable {
  let id: ID
  var tags: Int
  // @references(inverse: items)
  var projectID: Project.ID

  // @manyToMany(tags: Tag)
  // @manyToMany(project: Tag)
}

// @table
struct Tag: Sendable {
  let id: ID
}

// @table
struct Project: Sendable {
  let id: ID
  var items: [Int] { [] }
}
