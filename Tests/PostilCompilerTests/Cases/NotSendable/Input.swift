// @table
struct Item {
  let id: ID
}

// @table
struct Tag: Codable, Hashable {
  let id: ID
  var kind: Kind
}

enum Kind: String, Codable {
  case a, b
}
