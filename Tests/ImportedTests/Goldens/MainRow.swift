import Postil

// @table(sql: """
//   CREATE TABLE main (id INTEGER PRIMARY KEY, "order" INT, "group" TEXT, "values" TEXT NOT NULL DEFAULT 'x')
//   """)
struct MainRow: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var order: Int?
  var group: String?
  var values: String  // @default(sql: "'x'")
}
