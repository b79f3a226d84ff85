// @table
struct Item: Sendable {
  let id: ID
  // @transient
  var cache: [String: Int]
  var seen: Bool = false  // @transient @unique
}
