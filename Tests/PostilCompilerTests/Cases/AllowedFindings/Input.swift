// @table
// @allow(unindexdReference, reason: "misspelt")
// @allow(nonsense, reason: "no such code")
// @allow(unusedAllow, reason: "it is removed instead")
// @allow(longName)
// @allow(longName, reason: " ")
// @allow(reason: "which?")
// @allow(longName, because: "wrong label")
// @allow("longName", reason: "a text")
struct Item: Sendable {
  let id: ID
  // @references(unindexd)
  var projectID: Item.ID?
  // @references(unindexed, unindexed)
  var otherID: Item.ID?
}
