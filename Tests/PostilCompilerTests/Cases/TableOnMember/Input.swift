struct Item: Sendable {
  // @table
  let id: Int
}
