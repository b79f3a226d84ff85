#if DEBUG
// @table
struct Item: Sendable {
  let id: ID
  var kind: Kind
  #if os(Linux)
  var path: String
  #endif
}

enum Kind: Int, Sendable {
  case a
}
#endif
