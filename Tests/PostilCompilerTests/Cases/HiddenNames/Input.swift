// @table
struct Draft: Sendable {
  let id: ID
}

// @table
struct Item: Sendable {
  let id: ID
  var owner: OwningModel
  var state: Shop.Draft
}

enum OwningModel: Int, Sendable {
  case me
}

enum Shop {
  enum Draft: Int, Sendable {
    case a
  }
}
