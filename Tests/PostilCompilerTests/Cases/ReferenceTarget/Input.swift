// @table
struct Item: Sendable {
  let id: ID
  // @references(Lst)
  var listID: Int64

  // @references
  var ownerID: Int64

  // @references(List)
  var otherID: Int64

  // @references
  var goneID: Gone.ID
}

// @table
struct List: Sendable {
  let id: ID
}
