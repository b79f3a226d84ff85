// @table
struct Item: ~Copyable, Sendable {
  let id: ID
}
