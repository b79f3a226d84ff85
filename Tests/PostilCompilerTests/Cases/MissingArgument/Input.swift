// @table
// @hasMany
// @index
struct Item: Sendable {
  let id: ID
  var title: String  // @column @check
  var note: String  // @collate()
}
