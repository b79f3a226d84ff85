import Foundation

// @table
// @query
// @query()
// @query(late: "WHERE done = 0")
// @query("WHERE done = 0")
// @query(late())
// @query(late(day Date): "WHERE due_at < :day")
// @query(late(limit: Int = 5): "LIMIT :limit")
// @query(late(_: Int): "LIMIT 1")
// @query(late(,): "LIMIT 1")
// @query(late() throws: "LIMIT 1")
// @query(late() -> (): "SELECT 1")
// @query(late(days: Date...): "WHERE due_at IN :days")
// @query(late(): "LIMIT \(5)")
// @query(late(): "LIMIT 1", other(): "LIMIT 2")
struct Item: Sendable {
  let id: ID
  var title: String // @query(late(): "LIMIT 1")
  var dueAt: Date?
  var done: Bool
}
