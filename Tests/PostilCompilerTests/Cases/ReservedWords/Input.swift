// @table
struct Item: Sendable {
  let id: ID
  var order: Int
  var group: String
  var name: String
  var key: String
  var desc: String
}

// @table
struct Index: Sendable {
  let id: ID
  var `where`: String
  var select: String  // @column("select")
}
