// @table
// @table(things)
// @index("title")
// @index(title, where: done)
struct Item: Sendable {
  let id: ID
  var title: String  // @check(length) @default(sql: 5)
}
