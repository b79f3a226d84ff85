// @table
@MainActor
struct Item: Sendable {
  let id: ID
}
