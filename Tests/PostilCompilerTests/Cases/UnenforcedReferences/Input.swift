// @table(sql: "CREATE TABLE project (id INTEGER PRIMARY KEY)")
struct Project: Sendable {
  let id: ID
}

// @table(sql: """
//   CREATE TABLE item (
//     id INTEGER PRIMARY KEY,
//     project_id INTEGER REFERENCES project,
//     plain_id INTEGER,
//     other_id INTEGER
//   )
//   """)
struct Item: Sendable {
  let id: ID
  // @references(enforced: false)
  var projectID: Project.ID?
  // @references(enforced: false)
  var plainID: Project.ID?
  // @references(enforced: false, onDelete: cascade)
  var otherID: Project.ID?
}

// @table
struct Part: Sendable {
  let id: ID
  // @references(enforced: no)
  var projectID: Project.ID
}

// @table
struct Egg: Sendable {
  let id: ID
  // @references(enforced: false)
  var henID: Hen.ID
}

// @table
struct Hen: Sendable {
  let id: ID
  // @references
  var eggID: Egg.ID
}
