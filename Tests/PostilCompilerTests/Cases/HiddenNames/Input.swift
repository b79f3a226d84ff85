// @table
struct Draft: Sendable {
  let id: ID
}

// @table
struct Item: Sendable {
  let id: ID
  var owner: Owner
  var state: Shop.Draft
}

enum Owner: Int, Sendable {
  case me
}

enum Shop {
  enum Draft: Int, Sendable {
    case a
  }
}
