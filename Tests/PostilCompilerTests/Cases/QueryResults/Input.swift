import Foundation

// @table
// @query(titles() -> String: "SELECT id, title FROM item")
// @query(pairs() -> (Item.ID, String): "SELECT id FROM item")
// @query(swapped() -> (title: String, note: String): "SELECT 'x' AS note, 'y' AS title")
// @query(number() -> Int: "SELECT title FROM item")
// @query(projects() -> Item.ID: "SELECT project_id FROM item")
// @query(due() -> Date: "SELECT due_at FROM item")
// @query(latest() -> Date: "SELECT max(due_at) FROM item")
// @query(names() -> (String, title: String): """
//   SELECT project.name, item.title FROM project LEFT JOIN item ON item.project_id = project.id
//   """)
// @query(items(): "SELECT id, title FROM item")
// @query(lines() -> Line: "SELECT title, count(*) FROM item GROUP BY title")
// @query(kinds() -> Kind: "SELECT title AS text, id FROM item")
// @query(typed() -> Kind: "SELECT id AS text, title AS kind FROM item")
// @query(removed() -> (Item.ID, Date): "DELETE FROM item RETURNING id, due_at")
// @query(removedTitles() -> Int: "UPDATE OR IGNORE item SET title = 'x' RETURNING title")
// @query(wrong() -> Any: "SELECT 1")
// @query(days() -> DateComponents: "SELECT title FROM item")
struct Item: Sendable {
  let id: ID
  var title: String
  var dueAt: Date?
  var projectID: Project.ID // @references
}

// @table
struct Project: Sendable {
  let id: ID
  var name: String
}

// @projection
struct Line: Sendable {
  var title: String
  var count: Int
}

// @projection
struct Kind: Sendable {
  var text: String
  var kind: String?
}
