// @table
struct Item: Sendable {
  let id: ID
  // @references(onDelete: nullify)
  var projectID: Project.ID

  // @references(onDelete: cascad)
  var otherID: Project.ID?

  // @references(onDelete: remove)
  var moreID: Project.ID?
}

// @table
struct Project: Sendable {
  let id: ID
}

// @table
// @references(parent: Branch, from: tenant, parentNumber, onDelete: nullify)
struct Branch: Sendable {
  let tenant: Int  // @primaryKey
  let number: Int  // @primaryKey
  var parentNumber: Int
}
