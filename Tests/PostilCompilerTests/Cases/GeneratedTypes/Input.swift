// @table
struct Item: Sendable {
  let id: ID
  struct Draft {}
  enum Columns {}
}

extension Item {
  typealias UniqueKeys = Int
}
