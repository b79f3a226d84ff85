// @table
struct Item: Sendable {
  let id: ID
  var title: String  // @check("lenght(title) > 0") @check("length(title, 2) > 0")
}
