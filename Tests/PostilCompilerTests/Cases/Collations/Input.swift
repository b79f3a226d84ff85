// @table
struct Item: Sendable {
  let id: ID
  var a: Int  // @collate(nocase)
  var b: Data  // @collate("german")
  var c: String  // @check("c COLLATE swedish <> ''")
}
