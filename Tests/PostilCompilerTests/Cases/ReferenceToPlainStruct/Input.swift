// @table
struct Item: Sendable {
  let id: ID

  // @references
  var boxID: Box.ID

  // @references(Box)
  var otherID: Int
}

struct Box {
  struct ID: RawRepresentable, Hashable, Sendable {
    let rawValue: Int
  }
}
