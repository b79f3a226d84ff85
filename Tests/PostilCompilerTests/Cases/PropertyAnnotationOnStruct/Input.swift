// @table
// @primaryKey
// @transient
struct Item: Sendable {
  let id: ID
  var title: String
}
