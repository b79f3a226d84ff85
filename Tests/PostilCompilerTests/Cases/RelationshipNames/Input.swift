// @table
struct Item: Sendable {
  let id: ID
  var tags: Int
  // @references(inverse: items)
  var listID: List.ID

  // @manyToMany(tags: Tag)
  // @manyToMany(list: Tag)
}

// @table
struct Tag: Sendable {
  let id: ID
}

// @table
struct List: Sendable {
  let id: ID
  var items: [Int] { [] }
}
