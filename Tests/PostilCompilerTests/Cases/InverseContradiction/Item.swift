// @table
struct Item: Sendable {
  let id: ID
  // @references(inverse: items)
  var projectID: Project.ID
}
