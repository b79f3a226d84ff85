/* @index(title) */
// @table
struct Item: Sendable {  /* @unique(title) */
  let id: ID
  /* @unique */
  var title: String
  var place: String  /* @collate(nocase) */
  /*
    A remark about @unique.
    @check("length(note) > 0")
    @State is not ours.
  */
  var note: String  /* a remark */

  /* @manyToMany(tags: Tag) */
}
