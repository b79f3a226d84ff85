// @table
private struct Item: Sendable {
  let id: ID
}

fileprivate enum Shop {
  // @table
  struct Tag: Sendable {
    let id: ID
  }
}
