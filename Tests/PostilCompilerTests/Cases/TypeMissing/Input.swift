// @table
struct Item: Sendable {
  let id: ID
  var createdAt = Date()
  var kind = Kind.a
  var list = [1, 2]
}

enum Kind: Int, Sendable {
  case a
}
