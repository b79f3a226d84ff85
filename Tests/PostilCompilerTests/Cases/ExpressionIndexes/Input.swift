// @table
// @index("lower(titel)")
// @index("title")
// @index("madeAt")
// @index("lower(title")
// @index("lower(title); DROP TABLE item")
// @index("(SELECT max(title) FROM item)")
// @index("random()")
// @index("lower(title)".backwards)
// @unique("lower(title)".descending)
// @unique("count(title)")
// @index("")
// @index("title, madeAt")
// @unique("lower(title), made_at")
struct Item: Sendable {
  let id: ID
  var title: String
  var madeAt: String
}
