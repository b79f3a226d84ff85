import Foundation

// @table
struct Item: Sendable {
  let id: ID
  var title: String
  var dueAt: Date?
  var count: Int
  // @references
  var projectID: Project.ID?
}

// @table
struct Project: Sendable {
  let id: ID
  var name: String
}

// @view("SELECT title, due_at, count FROM item")
struct TooMany: Sendable {
  var title: String
  var dueAt: Date?
}

// @view("SELECT title FROM item")
struct TooFew: Sendable {
  var title: String
  var dueAt: Date?
}

// @view("SELECT title, due_at, count, id FROM (SELECT * FROM item)")
struct OtherTypes: Sendable {
  var title: Int
  var dueAt: Date
  var count: Int32
  var id: Project.ID
}

// @view("SELECT count(*), max(count) FROM item")
struct Aggregates: Sendable {
  var number: Int
  var largest: Int
}

// @view("SELECT item.title, project.name FROM item LEFT JOIN project ON project.id = item.project_id")
struct Joined: Sendable {
  var title: String
  var name: String
}

// @view("SELECT project.name, item.title FROM project LEFT JOIN item ON item.project_id = project.id")
struct JoinedBack: Sendable {
  var name: String
  var title: String
}

// @view("SELECT name, title FROM item JOIN project ON project.id = item.project_id")
struct Swapped: Sendable {
  var title: String
  var name: String
}
