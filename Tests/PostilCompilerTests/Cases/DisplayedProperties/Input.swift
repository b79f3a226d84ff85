// @table
// @display(firstName, lastnam)
struct Person: Sendable {
  let id: ID
  var firstName: String
  var lastName: String
}

// @table
// @display
struct Place: Sendable {
  let id: ID
  var name: String
}
