// @table
struct Item: Sendable {
  let id: ID
}

// @table
extension Item {}
