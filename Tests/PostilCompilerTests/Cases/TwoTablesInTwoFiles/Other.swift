enum Shop {
  // @table("item")
  struct Item: Sendable {
    let id: ID
  }
}
