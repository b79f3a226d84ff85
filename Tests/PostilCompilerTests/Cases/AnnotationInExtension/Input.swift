// @table
struct Item: Sendable {
  let id: ID
  var title: String
}

extension Item {
  // @hasMany(steps: Step, inverse: item)

  var short: String { title }  // @index
}
