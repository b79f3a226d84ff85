// @ index(title)
// @table
struct Item: Sendable {
  let id: ID
  var title: String  // @ unique
  //@	references(inverse: items)
  var parentID: Item.ID
  // @ home or at work: a remark, as is one that mentions @ unique later.
  var place: String
  // @check("""
  // note <> 'at
  // @ home'
  // """)
  var note: String

  // @ manyToMany(tags: Tag)
}

// @ table
struct Project: Sendable {
  let id: Int
}
