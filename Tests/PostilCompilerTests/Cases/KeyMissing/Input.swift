// @table
struct Item: Sendable {
  var title: String
}

// @table
struct Tag: Sendable {
  let ID: Int64
}
