// @table
// @index(dueat)
// @index(due_at)
// @unique(cache)
// @index(dueAt, dueAt)
// @index(nothing)
struct Item: Sendable {
  let id: ID
  var dueAt: Int
  var cache: Int = 0  // @transient
}
