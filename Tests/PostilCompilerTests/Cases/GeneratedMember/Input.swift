// @table
struct Item: Sendable {
  let id: ID
  var _rowSource: String
}
