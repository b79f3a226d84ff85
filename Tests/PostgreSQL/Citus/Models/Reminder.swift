// @table
// @distributed(by: customer)
// @query(due(before day: String): "WHERE due_on < :day")
// @index(dueOn)
struct Reminder: Sendable {
  // @primaryKey
  let customer: Int
  // @primaryKey
  let number: Int
  var dueOn: String
}
