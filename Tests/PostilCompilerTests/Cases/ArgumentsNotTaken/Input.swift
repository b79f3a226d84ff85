// @table
struct Item: Sendable {
  var title: String  // @transient(true)
  var key: Int  // @primaryKey(1)
}
