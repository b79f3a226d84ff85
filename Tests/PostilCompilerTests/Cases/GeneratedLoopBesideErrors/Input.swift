// A loop is reported in the same run as mistakes of other models, but not in a table that lacks columns because of them.

// @table
struct Item: Sendable {
  let id: ID
  var first: Int  // @generated("second + 1")
  var second: Int  // @generated("first + 1", stored)
  // @references(onDelete: cascade)
  var projectID: Project.ID
}

// @table
struct Project: Sendable {
  let id: ID
  var title: String  // @check("lenght(title) > 0")
}

// @table
// @trigger("AFTER INSERT", do: "DELETE FROM project")
struct Page: Sendable {
  let id: ID
  var words: Undeclared
  var fine: Int  // @generated("words + 1")
}
