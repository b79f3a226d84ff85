// @table
struct Item: Sendable {
  let id: ID
  #if DEBUG
  var trace: String
  #endif
}
