// @table
// @unique(id)
struct Item: Sendable {
  let id: ID
}

enum Shop {
  // @table("ITEM")
  struct Thing: Sendable {
    let id: ID
  }
}
