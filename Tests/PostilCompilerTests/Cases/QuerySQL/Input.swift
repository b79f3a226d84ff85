import Foundation

// @table
// @query(late(before day: Date): "WHERE duo_at < :day ORDER BY due_at")
// @query(early(before day: Date): "WHERE dueAt < :day")
// @query(quoted(): "WHERE title = \"late\"")
// @query(unordered(): "ORDER due_at")
// @query(joined(): "JOIN projects ON projects.id = item.project_id")
// @query(ambiguous(): "JOIN project ON project.id = item.project_id WHERE id > 5")
// @query(called(): "WHERE lenght(title) > 5")
// @query(short(): "WHERE")
// @query(inserted(): "INSERT INTO item (titel) VALUES ('x')")
// @query(updated(): "UPDATE item SET titel = 'x'")
// @query(upserted(): "INSERT INTO item (title, project_id) VALUES ('x', 1) ON CONFLICT (title) DO NOTHING")
// @query(long(): """
//   WHERE title = 'x'
//     AND
//     tite = 'y'
//   """)
// @query(view(): "SELECT * FROM item_names")
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
