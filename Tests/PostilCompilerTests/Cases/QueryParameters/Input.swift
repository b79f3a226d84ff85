import Foundation

// @table
// @query(find(id: Item.ID): "WHERE id = :id")
// @query(limited(): "LIMIT 1")
// @query(twice(a: Int): "LIMIT :a")
// @query(twice(a: String): "WHERE title = :a")
// @query(same(a b: Int, c b: Int): "LIMIT :b")
// @query(late(before day: Date): "WHERE due_at < :before")
// @query(late(days: Date): "WHERE due_at < :day AND due_at > :days")
// @query(unused(day: Date, limit: Int): "WHERE due_at < :day")
// @query(quoted(word: String): "WHERE title LIKE ':word%'")
// @query(numbered(day: Date): "WHERE due_at < ?1 AND due_at > :day")
// @query(dollars(day: Date): "WHERE due_at < $day AND due_at > :day")
// @query(unknownType(day: Dated): "WHERE due_at < :day")
// @query(one(of id: Item.ID): "WHERE id IN :id")
// @query(maybe(ids: [Item.ID]?): "WHERE id IN :ids")
// @query(maybeEach(ids: [Item.ID?]): "WHERE id IN :ids")
// @query(both(ids: [Item.ID]): "WHERE id IN :ids OR id = :ids")
// @query(numbers(weights: [Double]): "WHERE weight IN (:weights)")
// @query(array(ids: [Item.ID]): "WHERE id = :ids")
// @query(count(limit: String): "LIMIT :limit")
// @query(count2(limit: Int?): "ORDER BY title LIMIT 5 OFFSET :limit")
// @query(other(project: Project.ID): "WHERE id = :project")
// @query(date(day: Int): "WHERE due_at BETWEEN 5 AND :day")
// @query(moment(day: Date): "WHERE :day > made_at OR due_at < :day")
// @query(form(day: UnixMilliseconds): "WHERE made_at <> :day")
// @query(insert(title: Int): "INSERT INTO item (title, weight) VALUES (:title, 5)")
// @query(add(title: Int): "INSERT INTO item (title, weight) VALUES (:title, 5)")
// @query(calendar(day: DateComponents): "WHERE due_at = :day")
// @query(large(count: UInt64): "LIMIT :count")
struct Item: Sendable {
  let id: ID
  var title: String
  var dueAt: Date?
  var madeAt: Date // @store(as: unixSeconds)
  var weight: Double
  static let limited = 5
}

// @table
struct Project: Sendable {
  let id: ID
}
