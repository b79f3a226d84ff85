// @table

struct Item: Sendable {
  let id: ID
}
