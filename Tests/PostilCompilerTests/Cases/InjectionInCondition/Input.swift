// @table
// @index(a, where: "1; DROP TABLE item")
// @unique(a, where: "1) OR (1")
// @index(a, where: "a > 0 --")
struct Item: Sendable {
  let id: ID
  var a: Int
}
