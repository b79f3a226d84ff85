// @table
struct Item: Sendable {
  let id: ID
  var title: String
  var short: String { title }  // @unique
  // @check("length(title) > 0")
  static let all: [Int] = []
}
