// @table
// @query(empty(): " ")
// @query(dropped(): "DROP TABLE item")
// @query(named(): "title = 'x'")
// @query(two(): "LIMIT 1; DELETE FROM item")
// @query(remark(): "LIMIT 1 -- all")
// @query(open(): "WHERE (title = 'x'")
// @query(unclosed(): "WHERE title = 'x")
// @query(grouped(): "GROUP BY title")
// @query(completed() -> Item: "WHERE title = 'x'")
// @query(changed() -> Int: "DELETE FROM item")
// @query(rows() -> [Item]: "SELECT * FROM item")
// @query(row() -> Item?: "SELECT * FROM item")
// @query(pair() -> (Item, Int): "SELECT *, 1 FROM item")
struct Item: Sendable {
  let id: ID
  var title: String
}

// @projection
// @query(some(): "WHERE title = 'x'")
// @query(none(): "title")
struct Line: Sendable {
  var title: String
}
