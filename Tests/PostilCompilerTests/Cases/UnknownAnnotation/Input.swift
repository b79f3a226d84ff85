// @table
// @indx(title)
struct Item: Sendable {
  let id: ID
  var title: String  // @uniqe
  var note: String  // @frobnicate
}
