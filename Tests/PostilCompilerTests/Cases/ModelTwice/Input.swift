#if DEBUG
// @table
struct Item: Sendable {
  let id: ID
}
#else
// @table
struct Item: Sendable {
  let id: ID
  var title: String
}
#endif
