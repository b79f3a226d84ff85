// @table
struct Item: Sendable {
  let id: ID
  let code: String  // @primaryKey
}

// @table
struct Tag: Sendable {
  let code: String  // @primaryKey
  var id: String { code }
}

// @table
struct Pair: Sendable {
  let a: Int  // @primaryKey
  let b: Int  // @primaryKey

  struct ID {}
}
