// @table(sql: "CREATE TABLE project (id INTEGER PRIMARY KEY)")
struct Project: Sendable {
  let id: ID
}

// @table(sql: """
//   CREATE TABLE item (
//     id INTEGER PRIMARY KEY,
//     project_id INTEGER REFERENCES project,
//     plain_id INTEGER,
//     kept_id INTEGER NOT NULL REFERENCES project (id) ON DELETE CASCADE,
//     odd_id INTEGER NOT NULL REFERENCES project (id) ON DELETE SET NULL
//   )
//   """)
struct Item: Sendable {
  let id: ID
  // @references
  var projectID: Project.ID?
  // @references(onDelete: noAction)
  var plainID: Project.ID?
  // @references
  var keptID: Project.ID
  // @references(onDelete: deny)
  var oddID: Project.ID
}
