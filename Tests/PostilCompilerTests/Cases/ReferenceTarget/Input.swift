// @table
struct Item: Sendable {
  let id: ID
  // @references(Projct)
  var projectID: Int64

  // @references
  var ownerID: Int64

  // @references(Project)
  var otherID: Int64

  // @references
  var goneID: Gone.ID

  // @references
  var misspeltID: Porject.ID
}

// @table
struct Project: Sendable {
  let id: ID
}
