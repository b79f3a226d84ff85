// @table
struct Item: Sendable {
  let id: ID
  let version = 5
  let kind: String = "a"
  let uuid = UUID()
}
