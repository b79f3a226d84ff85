import Postil

// @table(sql: """
//   CREATE TABLE models (id INTEGER PRIMARY KEY, "column" TEXT, query TEXT, "table" TEXT, draft TEXT, db TEXT, row TEXT)
//   """)
struct Model: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var column: String?
  var query: String?
  var table: String?
  var draft: String?
  var db: String?
  var row: String?
}
