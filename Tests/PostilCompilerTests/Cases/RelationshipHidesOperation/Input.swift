// @table
struct Item: Sendable {
  let id: ID
  // @references(inverse: delete)
  var updateID: Release.ID

  // @references(Release, inverse: save) @unique
  var latestID: Release.ID?

  // @references(Item, inverse: find)
  var fetchID: Item.ID?
}

/// Several are a property, `release.delete`, which hides nothing.
// @table
struct Release: Sendable {
  let id: ID
}
