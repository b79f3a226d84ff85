// @table(sql: "CREATE TABLE list (id INTEGER PRIMARY KEY)")
struct List: Sendable {
  let id: ID
}

// @table(sql: """
//   CREATE TABLE item (
//     id INTEGER PRIMARY KEY,
//     list_id INTEGER REFERENCES list,
//     plain_id INTEGER,
//     kept_id INTEGER NOT NULL REFERENCES list (id) ON DELETE CASCADE,
//     odd_id INTEGER NOT NULL REFERENCES list (id) ON DELETE SET NULL
//   )
//   """)
struct Item: Sendable {
  let id: ID
  // @references
  var listID: List.ID?
  // @references(onDelete: noAction)
  var plainID: List.ID?
  // @references
  var keptID: List.ID
  // @references(onDelete: deny)
  var oddID: List.ID
}
